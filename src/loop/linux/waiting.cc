// The part of the controller for a poll in which nothing is ready: how long it may wait, what lets it wait longer, and
// what would make it wait forever.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "loop/linux/controller.h"
#include "loop/linux/uv_internals.h"

namespace nacd::loop {
namespace {

constexpr int64_t kElsewhereNs = 3 * kNsPerMs;  // between two looks at what other processes have announced
constexpr int64_t kAwaitNs = 1000 * kNsPerMs;
constexpr int64_t kLongestAwaitNs = 20000 * kNsPerMs;  // real; far beyond what a loaded machine makes of microseconds

}  // namespace

// A timer is due. Says by how much it comes late: only where something held becomes due meanwhile, since lateness shows
// in nothing else.
int64_t Controller::TimerLateness(int64_t deadline) {
  if (!controls_ || options_.timer_max_delay_ms <= 0) return 0;
  const std::string name = names_.Fresh("timer", {});
  const auto longest = static_cast<int64_t>(options_.timer_max_delay_ms * kNsPerMs);
  const int64_t next = NextDue();
  if (next <= deadline || next > deadline + longest) return 0;  // what is due as well comes right after the timers
  schedule::Operation operation;
  operation.name = name;
  operation.phase = schedule::Phase::kTimer;
  operation.api = "timer";
  const schedule::Decision decision = schedule::RefuseGates(
      scheduler_->Decide(operation, static_cast<double>(deadline) / kNsPerMs), &scheduler_->gates(),
      "the event loop's timers fire together; hold one by its setTimeout()");
  return decision.delay ? std::min(longest, static_cast<int64_t>(decision.ms * kNsPerMs)) : 0;
}

// Delivers events before the timers that are due, as if the system had not run this thread until then: libuv runs the
// timers right after this poll, in their order.
int Controller::Late(epoll_event* events, int capacity, const sigset_t* mask, int64_t until) {
  while (true) {
    const int64_t now = Clock::NowNs();
    const int count = ReadyNow(events, capacity, mask, now, now);
    if (count != 0 || now >= until) return count;
    const int64_t next = std::min(until, NextDue());
    if (!Wait(next, mask)) return -1;
  }
}

// The last part of a proof that nothing comes: if the clock jumps after it, nothing has come when the poll goes on.
bool Controller::IsReady() {
  const int count = epoll_pwait(self_.epoll_fd, ready_.data(), static_cast<int>(ready_.size()), 0, nullptr);
  const bool ready = count < 0 || descriptors_.HasNews(ready_.data(), count);
  still_ready_ = ready ? -1 : count;
  return ready;
}

void Controller::BeforeSleep() {
  descriptors_.BeforeSleep();
  still_ready_ = -1;
}

bool Controller::Wait(int64_t until, const sigset_t* mask) {
  const int64_t before = Clock::NowNs();
  CheckForDeadlock(until, before - Clock::OffsetNs());
  const bool awaiting = tasks_.awaiting_libuv();
  if (awaiting) until = std::min(until, before + kAwaitNs);
  // IdleWatch looks before each poll: the poll in which something has come to a gate ends, however long it might wait.
  const bool was_blocked = std::exchange(blocked_, scheduler_->gates().blocked());
  if (awaiting || (blocked_ && !was_blocked)) {
    const uint64_t one = 1;
    if (write(self_.async_fd, &one, sizeof one) < 0) until = 0;  // full: the loop wakes anyway
  }
  // Whoever the program asks for may come until then; the rest of the wait may be another one.
  const int64_t asks_until = tasks_.retries().waits_until();
  if (before < asks_until) until = std::min(until, asks_until);
  if (waits_elsewhere_) until = std::min(until, before + kElsewhereNs);
  const bool holding = Holding();
  self_.holding = holding || (options_.holds_elsewhere && options_.holds_elsewhere());
  if (!self_.holding) until = own_waits_.Until(until);
  const int64_t awaited_before = stats_.awaited_ns;
  const uint64_t outside_before = stats_.outside_waits;
  const bool waited = Coordinator::Get().Wait(
      &self_, this, until, awaiting || waits_elsewhere_ ? Coordinator::Skip::kNever : SkipNow(), mask, &stats_);
  const int error = errno;
  const int64_t awaited = stats_.awaited_ns - awaited_before;
  if (holding) {
    stats_.held_ns += Clock::NowNs() - before;
    Spend(awaited);
  } else if (self_.holding) {
    Spend(0);
  } else if (stats_.outside_waits == outside_before) {
    own_waits_.Spend(awaited);
  }
  errno = error;
  return waited;
}

Coordinator::Skip Controller::SkipNow() const {
  if (!options_.virtual_clock) return Coordinator::Skip::kNever;
  return options_.skips_all || own_waits_.spent() ? Coordinator::Skip::kAlways : Coordinator::Skip::kWhileHeld;
}

void Controller::OnTimers() {
  if (!Holding()) return;
  budget_.rounds().OnTimers();
  Spend(0);
}

void Controller::Spend(int64_t ns) {
  budget_.rounds().OnNews(scheduler_->news());
  const auto pace = budget_.Spend(ns);
  if (pace) scheduler_->SetPace(*pace, static_cast<double>(Clock::NowNs()) / kNsPerMs);
}

// Everything that is held has a time at which it is due, and what is given back is taken at once. If not, say so
// instead of hanging.
void Controller::CheckForDeadlock(int64_t next, int64_t now) {
  if (!tasks_.awaiting_libuv()) awaiting_since_ = now;
  const bool lost = now - awaiting_since_ > kLongestAwaitNs;
  // Operations at gates have no due time. IdleWatch finds out when nothing can open their gates.
  const bool comes = tasks_.awaiting_libuv() || tasks_.awaiting_worker() || scheduler_->gates().blocked();
  const bool endless = next == kNever && Holding() && !comes;
  if (!lost && !endless) return;
  std::string dump = "nacd: the loop engine holds an operation and would wait forever; please report this:\n";
  tasks_.Dump(&dump);
  descriptors_.Dump(&dump);
  wakeups_.Dump(&dump);
  children_.Dump(&dump);
  fputs(dump.c_str(), stderr);
  abort();
}

schedule::Prospect Controller::ProspectNow() {
  using schedule::Prospect;
  ForgetClosed();
  const bool due = NextDue() != kNever;
  // Nothing is submitted without our knowledge, except where delays are carried out elsewhere.
  const bool working = controls_ ? tasks_.in_pool() > 0 : uv::HasRequests(loop_);
  if (due || working || tasks_.awaiting_libuv() || !in_flight_.Settled()) {
    return Prospect::kSomething;
  }
  return OutsideInPlay() ? Prospect::kFromOutside : Prospect::kNothing;
}

}  // namespace nacd::loop
