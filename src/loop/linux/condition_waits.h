// Counts the threads that wait for a condition variable without a timeout, and the signals that no waiter has taken
// yet. A waiter with no signal left sleeps until another thread of this process signals, so there is no need to ask
// the kernel about it. That would cost several microseconds per thread (through /proc), and the workers of libuv and
// V8 wait like this nearly all the time.
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace nacd::loop {

// Marks one wait of the calling thread. Any thread.
class ConditionWait {
 public:
  // `mutex`: the one that the wait releases. `limited`: the wait has a timeout, so the thread does not count as
  // asleep.
  ConditionWait(const pthread_cond_t* condition, const pthread_mutex_t* mutex, bool limited);
  ConditionWait(const ConditionWait&) = delete;
  ConditionWait& operator=(const ConditionWait&) = delete;
  // Records the result of the wait (an errno value, 0 after a signal) and returns it.
  int Ended(int result);

 private:
  uint32_t group_;
  bool limited_;
};

// Increases before anything that may wake a thread whose sleep is not counted here: a signal without a counted waiter,
// a new thread, a semaphore, a futex, a descriptor (NoteWake). Any thread.
uint64_t Wakes();
void NoteWake();

// Call before signalling the condition. Any thread.
void BeforeSignal(const pthread_cond_t* condition);
void BeforeBroadcast(const pthread_cond_t* condition);

// Returns an id of the wait in which the thread sleeps, unique among the waits of threads with this thread id. 0 if
// the thread does not wait, or if it may have been signalled or may not have released its mutex yet. Any thread.
uint64_t SleepsIn(pid_t thread);

// Returns the condition for which the thread waits, or last waited, without a timeout; null if unknown. Any thread.
const pthread_cond_t* ConditionOf(pid_t thread);

// The signals that no waiter has taken at one moment. Some are never taken, as when a waiter times out just as it is
// signalled.
class UntakenSignals {
 public:
  UntakenSignals();
  // Call when all other threads except `but` are known to have slept since then: nobody will take these signals. Later
  // signals stay counted.
  void Forget(const std::unordered_set<pid_t>& but) const;

 private:
  std::vector<std::pair<uint32_t, uint64_t>> groups_;
};

}  // namespace nacd::loop
