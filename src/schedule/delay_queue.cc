#include "schedule/delay_queue.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nacd::schedule {

DelayQueue::DelayQueue(uv_loop_t* loop) : loop_(loop) {
  uv_timer_init(loop, &timer_);
  uv_unref(Handle());  // a program's report shows it
  timer_.data = this;
}

double DelayQueue::Now() {
  // The loop's clock stands still while a callback runs; a delay counted from a stale clock would be too short.
  uv_update_time(loop_);
  return static_cast<double>(uv_now(loop_));
}

void DelayQueue::After(double ms, Task task) {
  const double now = Now();
  const auto due = static_cast<uint64_t>(std::ceil(now + ms));
  if (waiting_.empty()) held_since_ = now;
  const bool first = waiting_.empty() || due < waiting_.top().due;
  waiting_.push({due, next_order_++, std::move(task)});
  if (first && !running_) Arm(0);
}

void DelayQueue::Carry(const Decision& decision, Task task) {
  if (decision.ticket == 0) return After(decision.ms, std::move(task));
  gates_->Wait(decision.ticket, std::move(task));
}

void DelayQueue::set_gates(Gates* gates) {
  gates_ = gates;
  // In a turn of its own: whatever opened the gate is done with then.
  gates->set_release([this](Task task) { After(0, std::move(task)); });
}

double DelayQueue::HeldMs() { return held_ms_ + (waiting_.empty() ? 0 : Now() - held_since_); }

void DelayQueue::Arm(uint64_t least_ms) {
  if (waiting_.empty()) {
    uv_timer_stop(&timer_);
    uv_unref(Handle());
    return;
  }
  const uint64_t now = uv_now(loop_);
  const uint64_t due = waiting_.top().due;
  uv_ref(Handle());
  uv_timer_start(
      &timer_, [](uv_timer_t* timer) { static_cast<DelayQueue*>(timer->data)->RunDue(); },
      std::max(due > now ? due - now : 0, least_ms), 0);
}

void DelayQueue::RunDue() {
  // Only what is due now: a task may add others that are due at once, and the loop must not starve.
  const uint64_t now = uv_now(loop_);
  const uint64_t last = next_order_;
  running_ = true;
  while (!waiting_.empty() && waiting_.top().due <= now && waiting_.top().order < last) {
    Task task = std::move(const_cast<Waiting&>(waiting_.top()).task);
    waiting_.pop();
    if (waiting_.empty()) held_ms_ += static_cast<double>(now) - held_since_;
    task();
  }
  running_ = false;
  // Not 0: a timer that is due at once would run in the same turn, and on and on.
  Arm(1);
}

void DelayQueue::Close(std::function<void()> closed) {
  waiting_ = {};
  closed_ = std::move(closed);
  uv_close(Handle(), [](uv_handle_t* handle) {
    // Moved out first: the callback may delete the queue it lives in.
    const std::function<void()> done = std::move(static_cast<DelayQueue*>(handle->data)->closed_);
    done();
  });
}

}  // namespace nacd::schedule
