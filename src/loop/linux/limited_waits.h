// The waits of threads for others that end by themselves at a point in time, as those of a pool whose idle threads end
// after ten seconds. Nothing but this process and the clock can end them, so the clock may jump up to that time.
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

// The time on the virtual clock at which the thread's wait ends; kNever: it is in none.
int64_t LimitOf(pid_t thread);

// Wakes the threads whose time has come because the clock has jumped, where that is possible: waits for a futex or a
// condition may end for no reason, and the thread looks at the clock then. Others end when real time has passed, late
// like a thread that the system has not run.
void EndLimitedWaits();

// The time on the virtual clock that is `real` on `clock`, as the kernel knows it.
int64_t VirtualTime(clockid_t clock, const timespec& real);
// The clock that a point in time is of: of the day, or since the system has started.
clockid_t ClockOf(const timespec& real);

}  // namespace nacd::loop
