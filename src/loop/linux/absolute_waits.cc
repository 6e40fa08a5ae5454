#include "loop/linux/absolute_waits.h"

#include <dlfcn.h>

#include "loop/linux/clock.h"
#include "loop/linux/waits.h"

namespace nacd::loop {
namespace {

// The program's limit of a wait that begins now, as the kernel counts.
class RealLimit {
 public:
  explicit RealLimit(const timespec* until) : is_given_(until != nullptr) {
    BeforeTimedWait();
    if (until) real_ = Clock::ToReal(*until);
  }
  const timespec* get() const { return is_given_ ? &real_ : nullptr; }

 private:
  bool is_given_;
  timespec real_ = {};
};

// Functions that not every libc has. Only an object that imports one has it replaced, so what is called is there.
template <typename Function>
void Find(Function* function, const char* name) {
  *function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

template <typename Lock>
struct Timed {
  using Function = int (*)(Lock*, const timespec*);
  Function function = nullptr;
  int operator()(Lock* lock, const timespec* until) const { return function(lock, RealLimit(until).get()); }
};

template <typename Lock>
struct Clocked {
  using Function = int (*)(Lock*, clockid_t, const timespec*);
  Function function = nullptr;
  int operator()(Lock* lock, clockid_t clock, const timespec* until) const {
    return function(lock, clock, RealLimit(until).get());
  }
};

Clocked<sem_t> g_sem_clockwait;
Timed<pthread_mutex_t> g_mutex_timedlock;
Clocked<pthread_mutex_t> g_mutex_clocklock;
Timed<pthread_rwlock_t> g_timedrdlock, g_timedwrlock;
Clocked<pthread_rwlock_t> g_clockrdlock, g_clockwrlock;
Timed<mtx_t> g_mtx_timedlock;

using TimedCondition = int (*)(cnd_t*, mtx_t*, const timespec*);
using TimedJoin = int (*)(pthread_t, void**, const timespec*);
using ClockedJoin = int (*)(pthread_t, void**, clockid_t, const timespec*);
using TimedSend = int (*)(mqd_t, const char*, size_t, unsigned, const timespec*);
using TimedReceive = ssize_t (*)(mqd_t, char*, size_t, unsigned*, const timespec*);
TimedCondition g_cnd_timedwait = nullptr;
TimedJoin g_timedjoin = nullptr;
ClockedJoin g_clockjoin = nullptr;
TimedSend g_mq_timedsend = nullptr;
TimedReceive g_mq_timedreceive = nullptr;

}  // namespace

void FindAbsoluteWaits() {
  Find(&g_sem_clockwait.function, "sem_clockwait");
  Find(&g_mutex_timedlock.function, "pthread_mutex_timedlock");
  Find(&g_mutex_clocklock.function, "pthread_mutex_clocklock");
  Find(&g_timedrdlock.function, "pthread_rwlock_timedrdlock");
  Find(&g_timedwrlock.function, "pthread_rwlock_timedwrlock");
  Find(&g_clockrdlock.function, "pthread_rwlock_clockrdlock");
  Find(&g_clockwrlock.function, "pthread_rwlock_clockwrlock");
  Find(&g_mtx_timedlock.function, "mtx_timedlock");
  Find(&g_cnd_timedwait, "cnd_timedwait");
  Find(&g_timedjoin, "pthread_timedjoin_np");
  Find(&g_clockjoin, "pthread_clockjoin_np");
  Find(&g_mq_timedsend, "mq_timedsend");
  Find(&g_mq_timedreceive, "mq_timedreceive");
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

int MtxTimedlock(mtx_t* lock, const timespec* until) { return g_mtx_timedlock(lock, until); }

int CndTimedwait(cnd_t* condition, mtx_t* lock, const timespec* until) {
  return g_cnd_timedwait(condition, lock, RealLimit(until).get());
}

int TimedjoinNp(pthread_t thread, void** result, const timespec* until) {
  return g_timedjoin(thread, result, RealLimit(until).get());
}

int ClockjoinNp(pthread_t thread, void** result, clockid_t clock, const timespec* until) {
  return g_clockjoin(thread, result, clock, RealLimit(until).get());
}

int MqTimedsend(mqd_t queue, const char* message, size_t size, unsigned priority, const timespec* until) {
  return g_mq_timedsend(queue, message, size, priority, RealLimit(until).get());
}

ssize_t MqTimedreceive(mqd_t queue, char* message, size_t size, unsigned* priority, const timespec* until) {
  return g_mq_timedreceive(queue, message, size, priority, RealLimit(until).get());
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
