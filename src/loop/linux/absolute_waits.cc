#include "loop/linux/absolute_waits.h"

#include <dlfcn.h>

#include "loop/linux/clock.h"
#include "loop/linux/waits.h"

namespace nacd::loop {
namespace {

// Functions that not every libc has. Only an object that imports one has it replaced, so what is called is there.
template <typename Lock>
struct Timed {
  using Function = int (*)(Lock*, const timespec*);
  Function function = nullptr;
  void Find(const char* name) { function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name)); }
  int operator()(Lock* lock, const timespec* until) const {
    BeforeTimedWait();
    const timespec real = Clock::ToReal(*until);
    return function(lock, &real);
  }
};

template <typename Lock>
struct Clocked {
  using Function = int (*)(Lock*, clockid_t, const timespec*);
  Function function = nullptr;
  void Find(const char* name) { function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name)); }
  int operator()(Lock* lock, clockid_t clock, const timespec* until) const {
    BeforeTimedWait();
    const timespec real = Clock::ToReal(*until);
    return function(lock, clock, &real);
  }
};

Clocked<sem_t> g_sem_clockwait;
Timed<pthread_mutex_t> g_mutex_timedlock;
Clocked<pthread_mutex_t> g_mutex_clocklock;
Timed<pthread_rwlock_t> g_timedrdlock, g_timedwrlock;
Clocked<pthread_rwlock_t> g_clockrdlock, g_clockwrlock;

}  // namespace

void FindAbsoluteWaits() {
  g_sem_clockwait.Find("sem_clockwait");
  g_mutex_timedlock.Find("pthread_mutex_timedlock");
  g_mutex_clocklock.Find("pthread_mutex_clocklock");
  g_timedrdlock.Find("pthread_rwlock_timedrdlock");
  g_timedwrlock.Find("pthread_rwlock_timedwrlock");
  g_clockrdlock.Find("pthread_rwlock_clockrdlock");
  g_clockwrlock.Find("pthread_rwlock_clockwrlock");
}

int SemClockwait(sem_t* semaphore, clockid_t clock, const timespec* until) {
  return g_sem_clockwait(semaphore, clock, until);
}

int MutexTimedlock(pthread_mutex_t* mutex, const timespec* until) { return g_mutex_timedlock(mutex, until); }

int MutexClocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  return g_mutex_clocklock(mutex, clock, until);
}

int RwlockTimedrdlock(pthread_rwlock_t* lock, const timespec* until) { return g_timedrdlock(lock, until); }

int RwlockTimedwrlock(pthread_rwlock_t* lock, const timespec* until) { return g_timedwrlock(lock, until); }

int RwlockClockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  return g_clockrdlock(lock, clock, until);
}

int RwlockClockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  return g_clockwrlock(lock, clock, until);
}

int ClockNanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  if (!(flags & TIMER_ABSTIME) || !Clock::Shifts(clock)) return clock_nanosleep(clock, flags, time, rest);
  const timespec real = Clock::ToReal(*time);
  return clock_nanosleep(clock, flags, &real, rest);
}

int TimerfdSettime(int fd, int flags, const itimerspec* value, itimerspec* before) {
  const bool disarms = !value || (value->it_value.tv_sec == 0 && value->it_value.tv_nsec == 0);
  if (!(flags & TFD_TIMER_ABSTIME) || disarms) return timerfd_settime(fd, flags, value, before);
  itimerspec real = *value;
  real.it_value = Clock::ToReal(value->it_value);
  if (real.it_value.tv_sec == 0 && real.it_value.tv_nsec == 0) real.it_value.tv_nsec = 1;  // long past; 0 would disarm
  return timerfd_settime(fd, flags, &real, before);
}

}  // namespace nacd::loop
