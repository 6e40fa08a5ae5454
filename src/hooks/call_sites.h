// The call site in the user's code, for lib/preload/requests: an Error with its frames costs thirty times as much.
#pragma once

#include <napi.h>

namespace nacd::hooks {

// callSites(workingDirectory, ownDirectory, direct) => callSite() => "lib/a.js:3:7", relative to the working
// directory. That is the innermost frame outside Node, packages and our own directory; 0 if no frame is. With `direct`,
// it is also 0 if code other than Node's was called in between. A site is returned as text once, and as a number from
// then on: 1 for the first text that callSite() returned, 2 for the second. Creating the text costs more
// than all the rest. callSites() returns undefined if V8's stack can't be read. callSite() lives as long as the
// environment.
Napi::Value CallSites(const Napi::CallbackInfo& info);

}  // namespace nacd::hooks
