#include "loop/coordinator.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace nacd::loop {
namespace {

constexpr int kSpins = 8;  // a worker that has just finished needs some microseconds to fall asleep
constexpr int kLongestRecheckMs = 20;
constexpr int kScratch = 64;

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

void Coordinator::Join(Participant* participant) {
  std::lock_guard lock(mutex_);
  if (!has_baseline_) threads_.TakeBaseline();
  has_baseline_ = true;
  participants_.push_back(participant);
}

void Coordinator::Leave(Participant* participant) {
  std::lock_guard lock(mutex_);
  std::erase(participants_, participant);
}

bool Coordinator::OthersWait(const Participant* self, int64_t* earliest, std::unordered_set<pid_t>* polling) const {
  for (const Participant* other : participants_) {
    if (other == self) continue;
    if (!other->waiting || other->outside) return false;
    *earliest = std::min(*earliest, other->until);
    polling->insert(other->thread);
  }
  return true;
}

Coordinator::Verdict Coordinator::TrySkip(Participant* self, Surroundings* surroundings, int64_t until,
                                          WaitStats* stats) {
  std::lock_guard lock(mutex_);
  self->waiting = true;
  self->until = until;
  self->outside = surroundings->OutsideInPlay();
  if (self->outside) {
    stats->outside_waits++;
    return Verdict::kReal;
  }
  int64_t earliest = until;
  std::unordered_set<pid_t> polling;
  // Another loop that is busy now will ask by itself when it falls idle.
  if (!OthersWait(self, &earliest, &polling) || earliest == kNever) return Verdict::kReal;
  if (!surroundings->Settled() || threads_.Others(polling) != ThreadState::kAsleep) {
    stats->thread_waits++;
    return Verdict::kSoon;
  }
  // Only now is it certain that nobody is about to wake this loop; did somebody do so just before?
  if (Poll(*self, 0, nullptr) != 0) return Verdict::kSkipped;
  const int64_t ns = earliest - Clock::NowNs();
  if (ns > 0) {
    Clock::Advance(ns);
    stats->skipped_ns += ns;
    stats->skips++;
  }
  for (const Participant* other : participants_) {
    const uint64_t one = 1;
    if (other != self && write(other->wake_fd, &one, sizeof one) < 0) continue;  // full: it is awake already
  }
  return until <= earliest ? Verdict::kSkipped : Verdict::kReal;
}

bool Coordinator::Wait(Participant* self, Surroundings* surroundings, int64_t until, bool skip, const sigset_t* mask,
                       WaitStats* stats) {
  int recheck_ms = 1;
  for (int round = 0;; round++) {
    const Verdict verdict = skip ? TrySkip(self, surroundings, until, stats) : Verdict::kReal;
    int ready = 0;
    int ms = verdict == Verdict::kSkipped ? 0 : RemainingMs(until);
    if (verdict == Verdict::kSoon) {
      const int longest = round < kSpins ? 0 : recheck_ms;
      if (round >= kSpins) recheck_ms = std::min(recheck_ms * 2, kLongestRecheckMs);
      if (longest == 0) sched_yield();
      ms = ms < 0 ? longest : std::min(ms, longest);
    }
    if (verdict != Verdict::kSkipped) {
      const int64_t before = Clock::RealNowNs();
      ready = Poll(*self, ms, mask);
      if (ms != 0) {
        stats->real_ns += Clock::RealNowNs() - before;
        stats->real_waits++;
      }
    }
    const int error = errno;
    {
      std::lock_guard lock(mutex_);
      self->waiting = false;
    }
    errno = error;
    if (ready < 0) return false;
    if (ready > 0 || verdict == Verdict::kSkipped || Clock::NowNs() >= until) return true;
  }
}

}  // namespace nacd::loop
