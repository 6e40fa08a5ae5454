// Waits of threads for other threads that have a deadline, such as those of a pool whose idle threads end after ten
// seconds. Only this process and the clock can end them, so the clock may jump to the deadline.
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <cstdint>
#include <ctime>

namespace nacd::loop {

// Marks one such wait of the calling thread. Any thread.
class LimitedWait {
 public:
  // The thread waits for a futex (its word and the operation of futex(2)), a condition variable, or something else.
  struct Waker {
    const void* word = nullptr;
    long operation = 0;
    pthread_cond_t* condition = nullptr;
  };
  // `until`: on the virtual clock (Clock::NowNs).
  LimitedWait(int64_t until, const Waker& waker);
  LimitedWait(const LimitedWait&) = delete;
  LimitedWait& operator=(const LimitedWait&) = delete;
  ~LimitedWait();

 private:
  struct Place;
  Place* place_;
  friend int64_t LimitOf(pid_t thread);
  friend void EndLimitedWaits();
};

// Returns the virtual time at which the thread's wait ends; kNever if it is in no such wait.
int64_t LimitOf(pid_t thread);

// After a jump of the clock, wakes the threads whose deadline has passed, where that is possible. Waits for a futex or
// a condition may end spuriously, and the thread then checks the clock. Other waits end when the real time has passed:
// late, like a thread that the system has not scheduled.
void EndLimitedWaits();

// Converts `real`, a time on the kernel's `clock`, to the virtual clock.
int64_t VirtualTime(clockid_t clock, const timespec& real);
// Returns the clock that a deadline refers to: the time of day, or the time since boot.
clockid_t ClockOf(const timespec& real);

}  // namespace nacd::loop
