// A file that JavaScript appends lines to (lib/preload/requests/recording.js), as durable as a trace: it is mapped, so
// that a line costs a copy, and is there even if the process is killed.
#pragma once

#include <napi.h>

namespace nacd::hooks {

// openRecording(path, limit, numbers) => {append, form, piece}. Only the user can read the file. A recording that would
// get longer than `limit` bytes ends with a line of the type "limit". Throws an Error where the file can't be opened.
// The file is closed when the environment ends.
//   append(line)                     The line has no line feed.
//   form(type, ["t:ms", ...])        Returns write(...texts), which appends a line of this type: JSON is put together
//                                    here, at a fraction of the cost. A field is a key and a kind. Those of the kinds
//                                    "ms" and "number" are taken from the Float64Array `numbers`, the others from the
//                                    arguments, both in their order: "text" becomes a JSON string, "list" a list of
//                                    those between the NULs of one, and "json" is JSON already; without a key it has
//                                    its own, after a comma. "bytes" may be a Uint8Array, too: a JSON string if that is
//                                    UTF-8, else one in base64 under the key "base64". A negative number and an
//                                    argument that is no text are left out.
//   piece(size)                      Returns an ArrayBuffer of zeros, the next piece of the file beside it that has the
//                                    same name but ends with ".facts": what is written there is in that file. It is
//                                    the same ArrayBuffer for each piece. Undefined where nothing is mapped, and where
//                                    the limit is near.
Napi::Value OpenRecording(const Napi::CallbackInfo& info);

}  // namespace nacd::hooks
