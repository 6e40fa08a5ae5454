// A file to which JavaScript appends lines (lib/preload/requests/recording.js). It is as durable as a trace: it is
// mapped, so a line costs one copy and survives even if the process is killed.
#pragma once

#include <napi.h>

namespace nacd::hooks {

// openRecording(path, limit) => {append, piece}. Only the user can read the file. A recording that would
// get longer than `limit` bytes ends with a line of the type "limit". Throws an Error where the file can't be opened.
// The file is closed when the environment ends.
//   append(line)                     The line has no line feed.
//   piece(size)                      Returns an ArrayBuffer of zeros, the next piece of the file beside it that has the
//                                    same name but ends with ".facts": what is written there is in that file. It is
//                                    the same ArrayBuffer for each piece. Undefined where nothing is mapped, and where
//                                    the limit is near.
Napi::Value OpenRecording(const Napi::CallbackInfo& info);

}  // namespace nacd::hooks
