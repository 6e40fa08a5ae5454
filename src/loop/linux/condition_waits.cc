#include "loop/linux/condition_waits.h"

#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "loop/linux/thread_places.h"

namespace nacd::loop {
namespace {

// Conditions share a group by their address. Two conditions in one group cost a look through /proc now and then, for a
// signal that is for the other's waiters.
constexpr uint32_t kGroups = 256;
constexpr size_t kPlaces = 256;  // threads beyond are not counted

// From the lowest bits: 16 for the signals that no waiter has taken yet, 16 for the waiters, and the number of all
// signals so far, so that a group looks different after each. There are never more signals than waiters.
using Counts = std::atomic<uint64_t>;
std::array<Counts, kGroups> g_groups;
std::atomic<uint64_t> g_wakes{0};

constexpr uint32_t kMostCount = 0xffff;

uint32_t SignalsIn(uint64_t counts) { return counts & kMostCount; }
uint32_t WaitersIn(uint64_t counts) { return counts >> 16 & kMostCount; }
uint64_t Pack(uint64_t before, uint32_t waiters, uint32_t signals, bool signalled = false) {
  return ((before >> 32) + (signalled ? 1 : 0)) << 32 | waiters << 16 | std::min(waiters, signals);
}

template <typename Change>
void Update(uint32_t group, Change change) {
  uint64_t before = g_groups[group].load();
  while (!g_groups[group].compare_exchange_weak(before, change(before))) {
  }
}

uint32_t GroupOf(const pthread_cond_t* condition) {
  const auto address = reinterpret_cast<uintptr_t>(condition) / alignof(pthread_cond_t);
  return static_cast<uint32_t>((address * 0x9E3779B97F4A7C15u) >> 56) % kGroups;
}

// A thread's own place. The number of the wait is odd while the thread waits without a limit, and grows, also when
// another thread gets the place.
struct alignas(64) Place {
  std::atomic<pid_t> thread{0};
  std::atomic<uint32_t> group{0};
  std::atomic<const pthread_cond_t*> condition{nullptr};
  std::atomic<const pthread_mutex_t*> mutex{nullptr};
  std::atomic<uint64_t> wait{0};
  std::atomic<uint64_t> entered{0};  // the last wait that is known to have given its mutex back
};

std::array<Place, kPlaces> g_places;
std::atomic<size_t> g_used{0};

thread_local Place* t_place = nullptr;  // outlives the Owner: code that runs later as the thread ends may wait, too

// Gives the place back when the thread ends, however it does.
struct Owner {
  Owner() {
    t_place = TakePlace(g_places, g_used);
    if (t_place) t_place->thread.store(static_cast<pid_t>(syscall(SYS_gettid)));
  }
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() {
    Place* place = std::exchange(t_place, nullptr);
    if (!place) return;
    place->wait.fetch_add(place->wait.load() & 1);
    place->condition.store(nullptr);
    place->thread.store(0);
  }
};

Place* OwnPlace() {
  static thread_local Owner owner;
  return t_place;
}

// Returns whether the owner of the place, which is in `wait`, has given its mutex back. Before, another thread that
// sleeps for the mutex is about to go on. The kernel reads the mutex, since it may be gone by now.
bool HasEntered([[maybe_unused]] Place* place, [[maybe_unused]] uint64_t wait) {
#ifdef __GLIBC__
  if (place->entered.load() == wait) return true;
  const pthread_mutex_t* mutex = place->mutex.load();
  if (mutex) {
    pthread_mutex_t copy;
    const iovec here = {&copy, sizeof copy};
    const iovec there = {const_cast<pthread_mutex_t*>(mutex), sizeof copy};
    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != sizeof copy) return false;
    // The lock's word is given back after its owner has been forgotten.
    const bool unowned = copy.__data.__owner == 0 || copy.__data.__owner == place->thread.load();
    if (copy.__data.__lock != 0 && unowned) return false;
  }
  place->entered.store(wait);
#endif
  return true;
}

}  // namespace

ConditionWait::ConditionWait(const pthread_cond_t* condition, const pthread_mutex_t* mutex, bool limited)
    : group_(GroupOf(condition)), limited_(limited) {
  Update(group_, [](uint64_t counts) { return Pack(counts, WaitersIn(counts) + 1, SignalsIn(counts)); });
  Place* place = limited_ ? nullptr : OwnPlace();
  if (!place) return;
  place->group.store(group_);
  place->condition.store(condition);
  place->mutex.store(mutex);
  place->wait.fetch_add(1);
}

int ConditionWait::Ended(int result) {
  // First, so that the thread does not seem to wait when its signal is taken.
  if (Place* place = limited_ ? nullptr : OwnPlace()) place->wait.fetch_add(1);
  const uint32_t taken = result == 0 ? 1 : 0;
  Update(group_, [taken](uint64_t counts) {
    return Pack(counts, WaitersIn(counts) - 1, SignalsIn(counts) - std::min(taken, SignalsIn(counts)));
  });
  return result;
}

uint64_t Wakes() { return g_wakes.load(); }
void NoteWake() { g_wakes.fetch_add(1); }

void BeforeSignal(const pthread_cond_t* condition) {
  const uint32_t group = GroupOf(condition);
  if (WaitersIn(g_groups[group].load()) == 0) return NoteWake();
  Update(group, [](uint64_t counts) { return Pack(counts, WaitersIn(counts), SignalsIn(counts) + 1, true); });
}

void BeforeBroadcast(const pthread_cond_t* condition) {
  NoteWake();
  Update(GroupOf(condition), [](uint64_t counts) { return Pack(counts, WaitersIn(counts), WaitersIn(counts), true); });
}

uint64_t SleepsIn(pid_t thread) {
  const size_t used = g_used.load();
  for (size_t i = 0; i < used; i++) {
    Place& place = g_places[i];
    if (place.thread.load() != thread) continue;
    const uint64_t wait = place.wait.load();
    if ((wait & 1) == 0) return 0;
    return HasEntered(&place, wait) && SignalsIn(g_groups[place.group.load()].load()) == 0 ? wait : 0;
  }
  return 0;
}

const pthread_cond_t* ConditionOf(pid_t thread) {
  const size_t used = g_used.load();
  for (size_t i = 0; i < used; i++) {
    if (g_places[i].thread.load() == thread) return g_places[i].condition.load();
  }
  return nullptr;
}

UntakenSignals::UntakenSignals() {
  for (uint32_t group = 0; group < kGroups; group++) {
    const uint64_t counts = g_groups[group].load();
    if (SignalsIn(counts) != 0) groups_.emplace_back(group, counts);
  }
}

void UntakenSignals::Forget(const std::unordered_set<pid_t>& but) const {
  for (auto [group, counts] : groups_) {
    const bool kept = std::any_of(but.begin(), but.end(), [group = group](pid_t thread) {
      const pthread_cond_t* condition = ConditionOf(thread);
      return condition && GroupOf(condition) == group;
    });
    if (!kept) g_groups[group].compare_exchange_strong(counts, Pack(counts, WaitersIn(counts), 0));
  }
}

}  // namespace nacd::loop
