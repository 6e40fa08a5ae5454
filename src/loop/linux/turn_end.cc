#include "loop/linux/turn_end.h"

#include <utility>

namespace nacd::loop {
namespace {

// libuv calls those that were started last first: after this, `given` was started before all others.
void StartAgain(uv_handle_t* handle, void* given) {
  if (handle->type != UV_CHECK || handle == given || !uv_is_active(handle)) return;
  auto* check = reinterpret_cast<uv_check_t*>(handle);
  const uv_check_cb callback = check->check_cb;
  uv_check_stop(check);
  uv_check_start(check, callback);
}

}  // namespace

TurnEnd::TurnEnd(uv_loop_t* loop, Moment moment, std::function<void()> reached)
    : handle_(new Handle{{}, std::move(reached)}) {
  uv_check_t* check = &handle_->check;
  uv_check_init(loop, check);
  check->data = handle_;
  uv_check_start(check, [](uv_check_t* started) { static_cast<Handle*>(started->data)->reached(); });
  uv_unref(reinterpret_cast<uv_handle_t*>(check));
  if (moment == Moment::kEnd) uv_walk(loop, StartAgain, check);
}

TurnEnd::~TurnEnd() {
  uv_close(reinterpret_cast<uv_handle_t*>(&handle_->check),
           [](uv_handle_t* closed) { delete static_cast<Handle*>(closed->data); });
}

}  // namespace nacd::loop
