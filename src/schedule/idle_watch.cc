#include "schedule/idle_watch.h"

#include <algorithm>
#include <utility>

namespace nacd::schedule {
namespace {

constexpr int kRounds = 3;  // turns of the loop without an event, polls that don't wait: what is there has come then
constexpr uint64_t kAgainMs = 300;  // after its patience, between two looks at the others

}  // namespace

IdleWatch::IdleWatch(uv_loop_t* loop, std::function<Outlook()> look, Others others, std::function<void()> found)
    : loop_(loop), look_(std::move(look)), others_(std::move(others)), found_(std::move(found)) {
  uv_prepare_init(loop, &prepare_);
  uv_idle_init(loop, &idle_);
  uv_timer_init(loop, &patience_);
  prepare_.data = idle_.data = patience_.data = this;
  uv_unref(reinterpret_cast<uv_handle_t*>(&patience_));
}

void IdleWatch::Set(bool on) {
  if (on == on_) return;
  on_ = on;
  rounds_ = 0;
  sleep_ms_ = 0;
  if (on) {
    uv_prepare_start(&prepare_, [](uv_prepare_t* prepare) { static_cast<IdleWatch*>(prepare->data)->Look(); });
    return;
  }
  uv_prepare_stop(&prepare_);
  uv_timer_stop(&patience_);
  Spin(false);
}

// While something idles, polls don't wait.
void IdleWatch::Spin(bool on) {
  if (on)
    uv_idle_start(&idle_, [](uv_idle_t*) {});
  else
    uv_idle_stop(&idle_);
}

// Immediates are about to run: Node has an idle handle active then.
bool IdleWatch::IsBusy() const {
  struct Found {
    const void* own;
    bool other;
  } found{&idle_, false};
  uv_walk(
      loop_,
      [](uv_handle_t* handle, void* data) {
        auto* seen = static_cast<Found*>(data);
        if (handle->type == UV_IDLE && handle != seen->own && uv_is_active(handle)) seen->other = true;
        if (uv_is_closing(handle)) seen->other = true;
      },
      &found);
  return found.other;
}

// Right before each poll.
void IdleWatch::Look() {
  const Outlook outlook = look_();
  if (!on_) return;  // the look itself may have cancelled the last operation at a gate
  const uint64_t events = outlook.events;
  const Prospect prospect = IsBusy() ? Prospect::kSomething : outlook.prospect;
  if (events != events_ || prospect == Prospect::kSomething) {
    events_ = events;
    rounds_ = 0;
    sleep_ms_ = 0;
    uv_timer_stop(&patience_);
    Spin(prospect != Prospect::kSomething);
    return;
  }
  if (++rounds_ < kRounds) return Spin(true);
  if (prospect == Prospect::kFromOutside && IsPatient(outlook.patience_ms)) return;
  Set(false);
  found_();
}

// Returns whether something may still come from outside.
bool IdleWatch::IsPatient(uint64_t ms) {
  if (sleep_ms_ != 0 && uv_is_active(reinterpret_cast<uv_handle_t*>(&patience_))) return true;
  quiet_ms_ = sleep_ms_ == 0 ? 0 : quiet_ms_ + sleep_ms_;
  const bool first = sleep_ms_ == 0;
  const bool goes_on = first || quiet_ms_ < others_(quiet_ms_);
  if (goes_on) Sleep(first ? ms : std::min(ms, kAgainMs));
  return goes_on;
}

void IdleWatch::Sleep(uint64_t ms) {
  sleep_ms_ = ms;
  Spin(false);
  uv_update_time(loop_);
  uv_timer_start(
      &patience_, [](uv_timer_t*) {}, ms, 0);
}

void IdleWatch::Close(std::function<void()> closed) {
  Set(false);
  closed_ = std::move(closed);
  open_handles_ = 3;
  const auto on_close = [](uv_handle_t* handle) {
    auto* self = static_cast<IdleWatch*>(handle->data);
    if (--self->open_handles_ > 0) return;
    const std::function<void()> done = std::move(self->closed_);
    done();
  };
  uv_close(reinterpret_cast<uv_handle_t*>(&prepare_), on_close);
  uv_close(reinterpret_cast<uv_handle_t*>(&idle_), on_close);
  uv_close(reinterpret_cast<uv_handle_t*>(&patience_), on_close);
}

}  // namespace nacd::schedule
