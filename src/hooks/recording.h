// A file that JavaScript appends lines to (lib/preload/requests/recording.js), as durable as a trace: it is mapped, so
// that a line costs a copy, and is there even if the process is killed.
#pragma once

#include <napi.h>

namespace nacd::hooks {

// openRecording(path, limit) => append(line). Only the user can read the file. A line has no line feed. A recording
// that would get longer than `limit` bytes ends with a line of the type "limit". Throws an Error where the file can't
// be opened. The file is closed when the environment ends.
Napi::Value OpenRecording(const Napi::CallbackInfo& info);

}  // namespace nacd::hooks
