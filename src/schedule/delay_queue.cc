#include "schedule/delay_queue.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nacd::schedule {
namespace {

constexpr uint64_t kLookMs = 3;

int64_t Ns(double ms) { return static_cast<int64_t>(ms) * kNsPerMs; }

}  // namespace

DelayQueue::DelayQueue(uv_loop_t* loop) : loop_(loop) {
  uv_timer_init(loop, &timer_);
  uv_idle_init(loop, &turn_);
  for (uv_handle_t* handle : {Handle(), TurnHandle()}) uv_unref(handle);  // a program's report shows it
  timer_.data = this;
  turn_.data = this;
}

double DelayQueue::Now() {
  // The loop's clock stands still while a callback runs; a delay counted from a stale clock would be too short.
  uv_update_time(loop_);
  return static_cast<double>(uv_now(loop_));
}

void DelayQueue::After(double ms, Task task) { Carry({true, ms}, std::move(task)); }

void DelayQueue::Carry(const Decision& decision, Task task) {
  // libuv's timers know whole milliseconds.
  Decision whole = decision;
  whole.ms = std::ceil(decision.ms);
  const Hold hold(whole, Ns(Now()), gates_);
  Waiting waiting{hold, next_order_++, std::move(task)};
  if (!hold.at_gates()) return Add(std::move(waiting));
  at_gates_[decision.ticket] = std::move(waiting);
}

void DelayQueue::Add(Waiting waiting) {
  const bool first = waiting_.empty() || waiting.hold.due_ns() < waiting_.top().hold.due_ns();
  if (waiting_.empty()) held_since_ = static_cast<double>(uv_now(loop_));
  waiting_.push(std::move(waiting));
  if (first && !running_) Arm();
}

// They run in a turn of their own: the callback that opened the gate has returned by then.
void DelayQueue::GoThroughGates() {
  for (auto at = at_gates_.begin(); at != at_gates_.end();) {
    if (!at->second.hold.GoThrough(*gates_, Ns(Now()))) {
      ++at;
      continue;
    }
    at->second.order = next_order_++;
    Add(std::move(at->second));
    at = at_gates_.erase(at);
  }
}

void DelayQueue::Reconsider() {
  if (waiting_.empty()) return;
  auto all = std::exchange(waiting_, {});
  const int64_t now = Ns(Now());
  for (; !all.empty(); all.pop()) {
    Waiting waiting = std::move(const_cast<Waiting&>(all.top()));
    waiting.hold.GoThrough(*gates_, now);
    waiting_.push(std::move(waiting));
  }
  if (!running_) Arm();
}

void DelayQueue::set_gates(Gates* gates) {
  gates_ = gates;
  gates->set_on_release([this] { GoThroughGates(); });
}

double DelayQueue::HeldMs() { return held_ms_ + (waiting_.empty() ? 0 : Now() - held_since_); }

void DelayQueue::Arm() {
  // First: it may make some due, by Reconsider().
  const bool looks = !waiting_.empty() && look_ && look_();
  uv_timer_stop(&timer_);
  uv_unref(Handle());
  if (waiting_.empty() || uv_is_closing(Handle())) return;
  const uint64_t now = uv_now(loop_);
  auto due = static_cast<uint64_t>(waiting_.top().hold.due_ns() / kNsPerMs);
  if (looks) due = std::min(due, now + kLookMs);
  if (due <= now) return AskForTurn();
  uv_ref(Handle());
  uv_timer_start(
      &timer_, [](uv_timer_t* timer) { static_cast<DelayQueue*>(timer->data)->AskForTurn(); }, due - now, 0);
}

// Tasks run right before the loop polls, like callbacks of I/O: after the timers that are due, and before immediates. A
// task that ran between two timers could set a timer that comes before an immediate of the same task.
void DelayQueue::AskForTurn() {
  uv_unref(Handle());
  uv_ref(TurnHandle());
  uv_idle_start(&turn_, [](uv_idle_t* turn) { static_cast<DelayQueue*>(turn->data)->RunDue(); });
}

void DelayQueue::RunDue() {
  uv_idle_stop(&turn_);
  uv_unref(TurnHandle());
  // Only what is due now: a task may add others that are due at once, and the loop must not starve.
  const auto now = static_cast<double>(uv_now(loop_));
  const uint64_t last = next_order_;
  running_ = true;
  while (!waiting_.empty() && waiting_.top().hold.due_ns() <= Ns(now) && waiting_.top().order < last) {
    Waiting next = std::move(const_cast<Waiting&>(waiting_.top()));
    waiting_.pop();
    if (!next.hold.IsDue(Ns(now))) {  // waits on for one of lower rank
      waiting_.push(std::move(next));
      continue;
    }
    if (waiting_.empty()) held_ms_ += now - held_since_;
    next.task();
  }
  running_ = false;
  Arm();
}

void DelayQueue::Close(std::function<void()> closed) {
  waiting_ = {};
  at_gates_.clear();
  if (gates_) gates_->set_on_release(nullptr);
  closed_ = std::move(closed);
  uv_idle_stop(&turn_);
  uv_close(Handle(), [](uv_handle_t* timer) {
    uv_close(static_cast<DelayQueue*>(timer->data)->TurnHandle(), [](uv_handle_t* turn) {
      // Moved out first: the callback may delete the queue it lives in.
      const std::function<void()> done = std::move(static_cast<DelayQueue*>(turn->data)->closed_);
      done();
    });
  });
}

}  // namespace nacd::schedule
