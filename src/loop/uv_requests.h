// The one field of libuv's loop that is read on every system. All others: src/loop/linux/uv_internals.h.
#pragma once

#include <uv.h>

namespace nacd::loop::uv {

// True while a request, such as a file operation or a write, is under way.
inline bool HasRequests(const uv_loop_t* loop) { return loop->active_reqs.count > 0; }

}  // namespace nacd::loop::uv
