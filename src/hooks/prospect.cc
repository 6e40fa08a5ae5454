#include "hooks/prospect.h"

#include <algorithm>

#include "loop/uv_internals.h"

namespace nacd::hooks {
namespace {

using schedule::Prospect;

// Standard output of a runner and the like are written, not read: such a handle is not active.
Prospect OfHandle(const uv_handle_t* handle) {
  if (!uv_is_active(handle) || !uv_has_ref(handle)) return Prospect::kNothing;
  switch (handle->type) {
    case UV_PROCESS:
      return Prospect::kSomething;
    case UV_TCP:
    case UV_NAMED_PIPE:
    case UV_TTY:
    case UV_UDP:
    case UV_POLL:
    case UV_FS_EVENT:
    case UV_FS_POLL:
    case UV_ASYNC:
      return Prospect::kFromOutside;
    default:
      return Prospect::kNothing;
  }
}

}  // namespace

Prospect ProspectOf(uv_loop_t* loop) {
  if (loop::uv::HasRequests(loop)) return Prospect::kSomething;
  Prospect best = Prospect::kNothing;
  uv_walk(
      loop,
      [](uv_handle_t* handle, void* data) {
        auto* so_far = static_cast<Prospect*>(data);
        *so_far = std::min(*so_far, OfHandle(handle));
      },
      &best);
  return best;
}

}  // namespace nacd::hooks
