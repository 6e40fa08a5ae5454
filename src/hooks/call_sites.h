// The call site in the user's code, for lib/preload/requests: an Error with its frames costs thirty times as much.
#pragma once

#include <napi.h>

namespace nacd::hooks {

// callSites(workingDirectory, ownDirectory, direct) => callSite() => "lib/a.js:3:7", relative to the working directory:
// the innermost frame that lies neither in Node, nor in a package, nor in the own directory; 0 where there is none.
// With `direct` also 0 where another frame but Node's lies between that and the function of ours that was called. A
// site that was returned before is a number from then on: 1 for the first text that callSite() returned, 2 for the
// second. A text costs more than all the rest. Returns undefined where V8's stack can't be read. callSite() lives as
// long as the environment.
Napi::Value CallSites(const Napi::CallbackInfo& info);

}  // namespace nacd::hooks
