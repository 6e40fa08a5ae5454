// Counts the threads that wait for a condition variable without a limit, and the signals that none of them has taken
// yet. A thread that waits where no signal is left sleeps until another thread of this process signals, so nobody has
// to ask the kernel about it: a look at one thread through /proc costs several microseconds, and libuv's and V8's
// worker threads wait like this nearly all of the time.
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
  // `mutex`: which the wait gives back. `limited`: the wait ends by itself, too, so the thread does not count as
  // asleep.
  ConditionWait(const pthread_cond_t* condition, const pthread_mutex_t* mutex, bool limited);
  ConditionWait(const ConditionWait&) = delete;
  ConditionWait& operator=(const ConditionWait&) = delete;
  // Takes what the wait returned: an errno value, 0 after a signal. Returns it.
  int Ended(int result);

 private:
  uint32_t group_;
  bool limited_;
};

// Grows before anything that may wake a thread whose sleep is not counted here: a signal that no counted thread waits
// for, a new thread, a semaphore, a futex, a descriptor's wake-up (NoteWake). Any thread.
uint64_t Wakes();
void NoteWake();

// To be called before the condition is signalled. Any thread.
void BeforeSignal(const pthread_cond_t* condition);
void BeforeBroadcast(const pthread_cond_t* condition);

// Returns a number that identifies the wait in which the thread sleeps, and which no other wait of a thread with this
// id has. 0: the thread does not wait, or it is not known whether it was signalled or has given its mutex back yet.
// Any thread.
uint64_t SleepsIn(pid_t thread);

// Returns the condition that the thread waits for or has waited for last without a limit; null: not known. Any thread.
const pthread_cond_t* ConditionOf(pid_t thread);

// The signals that none has taken at one moment. A signal can be counted that nobody takes, as when a waiter reaches
// its limit at the same time.
class UntakenSignals {
 public:
  UntakenSignals();
  // To be called when it is known from elsewhere that all other threads but `but` have slept since: nobody takes these.
  // Later ones stay.
  void Forget(const std::unordered_set<pid_t>& but) const;

 private:
  std::vector<std::pair<uint32_t, uint64_t>> groups_;
};

}  // namespace nacd::loop
