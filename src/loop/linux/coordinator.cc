#include "loop/linux/coordinator.h"

#include <sched.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "loop/helpers.h"
#include "loop/jumps.h"
#include "loop/linux/condition_waits.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/in_flight.h"
#include "loop/linux/limited_waits.h"

namespace nacd::loop {
namespace {

constexpr int kSpins = 8;  // a worker that has just finished needs some microseconds to fall asleep
constexpr int kLongestRecheckMs = 20;
constexpr int kPatience = 6;  // looks at a working pool, some 60 ms, before it is asked what its threads do
constexpr int kScratch = 64;
constexpr int64_t kStallStepNs = 50000;

// By the descriptor that wakes a loop: whether it was written to since the loop last fell idle. Only saves the price of
// a proof that would fail; descriptors beyond do without.
constexpr int kMaxFd = 4096;
std::atomic<bool> g_woken[kMaxFd];
std::atomic<bool> g_wakes_loop[kMaxFd];  // others wake threads that nobody controls

void SetWakesLoop(int fd, bool wakes) {
  if (fd >= 0 && fd < kMaxFd) g_wakes_loop[fd].store(wakes);
}

bool Woken(int fd) { return fd >= 0 && fd < kMaxFd && g_woken[fd].load(std::memory_order_acquire); }

int RemainingMs(int64_t until) {
  if (until == kNever) return -1;
  const int64_t ns = until - Clock::NowNs();
  if (ns <= 0) return 0;
  return static_cast<int>(std::min<int64_t>((ns + kNsPerMs - 1) / kNsPerMs, 24 * 3600 * 1000));
}

// Events seen here are not lost: descriptors are level-triggered, except held ones, which are not wanted now.
int Poll(const Participant& self, int ms, const sigset_t* mask) {
  epoll_event scratch[kScratch];
  return epoll_pwait(self.epoll_fd, scratch, kScratch, ms, mask);
}

}  // namespace

Coordinator& Coordinator::Get() {
  static auto* coordinator = new Coordinator;  // never destroyed: loops may outlive the static objects
  return *coordinator;
}

void Coordinator::OnWritten(int fd) {
  const bool seen = fd >= 0 && fd < kMaxFd;
  if (seen) g_woken[fd].store(true, std::memory_order_release);
  if (!seen || !g_wakes_loop[fd].load()) NoteWake();
}

bool Coordinator::WakesLoop(int fd) { return fd >= 0 && fd < kMaxFd && g_wakes_loop[fd].load(); }

void Coordinator::Join(Participant* participant) {
  std::lock_guard lock(mutex_);
  if (!has_baseline_) threads_.TakeBaseline();
  has_baseline_ = true;
  participants_.push_back(participant);
  SetWakesLoop(participant->async_fd, true);
  count_.store(participants_.size());
  for (const Participant* other : participants_) {
    if (other->alone.load()) Rouse(*other);
  }
}

void Coordinator::Leave(Participant* participant) {
  std::lock_guard lock(mutex_);
  std::erase(participants_, participant);
  SetWakesLoop(participant->async_fd, false);
  count_.store(participants_.size());
}

// Marks itself first and then looks for others; Join() counts first and then looks: one of the two sees the other.
bool Coordinator::WaitsAlone(Participant* self) {
  self->alone.store(true);
  if (count_.load() == 1) return true;
  WaitedAlone(self);
  return false;
}

void Coordinator::Rouse(const Participant& participant) {
  const uint64_t one = 1;
  if (write(participant.wake_fd, &one, sizeof one) < 0) return;  // full: it is awake already
}

bool Coordinator::OthersWait(const Participant* self, int64_t* earliest, std::unordered_set<pid_t>* polling) const {
  for (const Participant* other : participants_) {
    if (other == self) continue;
    const bool blocked = other->blocked;
    if ((!other->waiting && !blocked) || other->outside) return false;
    if (!blocked && (other->working || Woken(other->async_fd))) return false;
    if (other->exposures != FdTable::Exposures()) {
      Rouse(*other);  // it looks again, and asks by itself
      return false;
    }
    if (blocked) continue;  // like any thread that waits for another one
    *earliest = std::min(*earliest, other->until);
    polling->insert(other->thread);
  }
  return true;
}

// A loop that does not wait has given up what it said when it last did.
bool Coordinator::AnyHolds() const {
  return std::any_of(participants_.begin(), participants_.end(),
                     [](const Participant* participant) { return participant->waiting && participant->holding; });
}

Coordinator::Verdict Coordinator::TrySkip(Participant* self, Surroundings* surroundings, int64_t until, Skip skip,
                                          int round, WaitStats* stats) {
  std::lock_guard lock(mutex_);
  if (self->async_fd >= 0 && self->async_fd < kMaxFd) g_woken[self->async_fd].store(false, std::memory_order_release);
  self->waiting = true;
  self->until = until;
  self->exposures = FdTable::Exposures();
  self->outside = surroundings->OutsideInPlay();
  if (self->outside) {
    stats->outside_waits++;
    return Verdict::kReal;
  }
  if (until == kNever && WaitsAlone(self)) return Verdict::kReal;
  self->working = round < kPatience && surroundings->Working();
  // A loop that holds something asks by itself when it falls idle.
  if (skip == Skip::kWhileHeld && !AnyHolds()) return Verdict::kReal;
  if (Clock::LeftNs() == 0) return Verdict::kReal;  // saves the proof
  if (self->working) return Verdict::kWorking;
  int64_t earliest = until;
  std::unordered_set<pid_t> polling;
  // Another loop that is busy now will ask by itself when it falls idle.
  if (!OthersWait(self, &earliest, &polling) || earliest == kNever) return Verdict::kReal;
  const bool settled =
      surroundings->Settled() && std::none_of(participants_.begin(), participants_.end(), [&](auto* other) {
        return other != self && other->in_flight && other->in_flight->Moving();
      });
  // With kAlways the hooks may sleep, and do not see what the program asks V8 for.
  const bool helpers = skip == Skip::kAlways || HelpersAreHeard();
  if (!settled || threads_.Others(polling, mutex_.native_handle(), helpers) != ThreadState::kAsleep) {
    stats->thread_waits++;
    return Verdict::kSoon;
  }
  // Only now is it certain that nobody is about to wake this loop; did somebody do so just before?
  if (!self->stalled && surroundings->IsReady()) return Verdict::kSkipped;
  if (helpers && !self->stalled) HelpersHaveRested();
  const int64_t limit = threads_.EarliestLimit();
  const int64_t wanted = std::min(earliest, limit) - Clock::NowNs();
  const int64_t ns = std::min(wanted, Clock::LeftNs());
  if (ns > 0) {
    AnnounceJump();
    Clock::Advance(ns);
    FdTable::OnSkipped(ns);
    stats->skipped_ns += ns;
    stats->skips++;
  }
  // Those that wait for a time wait too long now, in real time.
  for (const Participant* other : participants_) {
    if (other != self && other->until != kNever) Rouse(*other);
  }
  if (limit != kNever && limit <= Clock::NowNs()) EndLimitedWaits();
  if (limit < std::min(earliest, until)) return Verdict::kSoon;
  return until <= earliest && ns == wanted ? Verdict::kSkipped : Verdict::kReal;
}

void Coordinator::Block(Participant* self, Surroundings* surroundings) {
  std::lock_guard lock(mutex_);
  self->exposures = FdTable::Exposures();
  self->outside = surroundings->OutsideInPlay();
  self->until = kNever;
  self->blocked = true;
}

void Coordinator::StallOnce(Participant* self, Surroundings* surroundings, int64_t until, Skip skip, int round,
                            WaitStats* stats) {
  self->stalled = true;
  const Verdict verdict =
      skip == Skip::kNever ? Verdict::kReal : TrySkip(self, surroundings, until, skip, round, stats);
  self->stalled = self->waiting = false;
  if (verdict == Verdict::kSkipped) return;
  const bool soon = verdict == Verdict::kSoon || verdict == Verdict::kWorking;
  if (soon && round < kSpins) {
    sched_yield();
    return;
  }
  const int64_t left = until - Clock::NowNs();
  const int64_t ns = std::min(left, soon ? kStallStepNs : kNsPerMs);
  if (ns <= 0) return;
  const timespec pause = {0, static_cast<long>(ns)};
  const int64_t before = Clock::RealNowNs();
  nanosleep(&pause, nullptr);
  const int64_t slept = Clock::RealNowNs() - before;
  stats->real_ns += slept;
  if (!soon) stats->awaited_ns += slept;
}

bool Coordinator::Wait(Participant* self, Surroundings* surroundings, int64_t until, Skip skip, const sigset_t* mask,
                       WaitStats* stats) {
  int recheck_ms = 1;
  for (int round = 0;; round++) {
    const Verdict verdict =
        skip == Skip::kNever ? Verdict::kReal : TrySkip(self, surroundings, until, skip, round, stats);
    int ready = 0;
    int ms = verdict == Verdict::kSkipped ? 0 : RemainingMs(until);
    if (verdict == Verdict::kSoon || verdict == Verdict::kWorking) {
      const bool spin = verdict == Verdict::kSoon && round < kSpins;
      const int longest = spin ? 0 : recheck_ms;
      if (!spin) recheck_ms = std::min(recheck_ms * 2, kLongestRecheckMs);
      if (longest == 0) sched_yield();
      ms = ms < 0 ? longest : std::min(ms, longest);
    }
    if (verdict != Verdict::kSkipped) {
      const int64_t before = Clock::RealNowNs();
      surroundings->BeforeSleep();
      ready = Poll(*self, ms, mask);
      if (ms != 0) {
        const int64_t waited = Clock::RealNowNs() - before;
        stats->real_ns += waited;
        if (verdict == Verdict::kReal) stats->awaited_ns += waited;
        stats->real_waits++;
      }
    }
    // Not under the lock, which another loop may hold while it proves that all sleep: this one was not asleep then.
    self->waiting = false;
    WaitedAlone(self);
    if (ready < 0) return false;
    if (ready > 0 || verdict == Verdict::kSkipped || Clock::NowNs() >= until) return true;
  }
}

}  // namespace nacd::loop
