#include "loop/children.h"

namespace nacd::loop {

ChildrenState RestWatch::Look(uv_loop_t* loop, bool, uint64_t) {
  auto state = ChildrenState::kAsleep;
  uv_walk(
      loop,
      [](uv_handle_t* handle, void* data) {
        if (handle->type != UV_PROCESS || !uv_is_active(handle)) return;
        *static_cast<ChildrenState*>(data) = ChildrenState::kBusy;
      },
      &state);
  return state;
}

}  // namespace nacd::loop
