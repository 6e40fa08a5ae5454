#include "loop/linux/limited_waits.h"

#include <limits.h>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>

#include "loop/linux/clock.h"
#include "loop/linux/condition_waits.h"
#include "loop/linux/thread_places.h"

namespace nacd::loop {

struct alignas(64) LimitedWait::Place {
  std::atomic<pid_t> thread{0};
  std::atomic<int64_t> until{kNever};
  Waker waker;                      // of the owner, unless it is being woken
  std::atomic<bool> waking{false};  // what it waits for is there until then
};

namespace {

constexpr size_t kLimitedPlaces = 256;  // threads beyond are not known, and wait in real time
std::atomic<size_t> g_limited_used{0};

void Wake(const LimitedWait::Waker& waker) {
  if (waker.word) {
    syscall(SYS_futex, waker.word, FUTEX_WAKE | (waker.operation & FUTEX_PRIVATE_FLAG), INT_MAX);
  } else if (waker.condition) {
    BeforeBroadcast(waker.condition);
    pthread_cond_broadcast(waker.condition);
  }
}

// Not a member, so that no thread waits for its construction.
template <typename Place>
std::array<Place, kLimitedPlaces>& Places() {
  static std::array<Place, kLimitedPlaces> places;
  return places;
}

}  // namespace

LimitedWait::LimitedWait(int64_t until, const Waker& waker) : place_(TakePlace(Places<Place>(), g_limited_used)) {
  if (!place_) return;
  place_->waker = waker;
  place_->until.store(until);
  place_->thread.store(static_cast<pid_t>(syscall(SYS_gettid)));
}

LimitedWait::~LimitedWait() {
  if (!place_) return;
  place_->until.store(kNever);
  while (place_->waking.load()) sched_yield();
  place_->thread.store(0);
}

int64_t LimitOf(pid_t thread) {
  auto& places = Places<LimitedWait::Place>();
  const size_t used = g_limited_used.load();
  for (size_t i = 0; i < used; i++) {
    if (places[i].thread.load() == thread) return places[i].until.load();
  }
  return kNever;
}

void EndLimitedWaits() {
  auto& places = Places<LimitedWait::Place>();
  const int64_t now = Clock::NowNs();
  const size_t used = g_limited_used.load();
  for (size_t i = 0; i < used; i++) {
    LimitedWait::Place& place = places[i];
    if (place.until.load() > now) continue;
    // Says first that it wakes, and looks again then: either this sees that the wait is over, or the waiter sees this.
    place.waking.store(true);
    if (place.thread.load() > 0 && place.until.load() <= now) Wake(place.waker);
    place.waking.store(false);
  }
}

int64_t VirtualTime(clockid_t clock, const timespec& real) {
  timespec now;
  clock_gettime(clock, &now);
  return Clock::NowNs() + ToNs(real) - ToNs(now);
}

clockid_t ClockOf(const timespec& real) {
  timespec day, boot;
  clock_gettime(CLOCK_REALTIME, &day);
  clock_gettime(CLOCK_MONOTONIC, &boot);
  return std::abs(ToNs(real) - ToNs(day)) < std::abs(ToNs(real) - ToNs(boot)) ? CLOCK_REALTIME : CLOCK_MONOTONIC;
}

}  // namespace nacd::loop
