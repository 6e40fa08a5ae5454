#include "loop/linux/waits.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "loop/linux/blocking.h"
#include "loop/linux/clock.h"
#include "loop/linux/condition_waits.h"
#include "loop/linux/controller.h"
#include "loop/linux/limited_waits.h"
#include "loop/linux/this_thread.h"

namespace nacd::loop {
namespace {

// Returns whether the calling thread may wait for a task whose start is postponed.
bool HasPostponed() {
  const Controller* controller = CurrentController();
  return controller && controller->HasPostponed();
}

timespec SoonOn(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return Clock::Add(now, kV8sOwnWaitMs * kNsPerMs);
}

// The time on the virtual clock until which futex(2) waits.
int64_t FutexUntil(long operation, const timespec& real) {
  if (!IsRelativeFutexWait(operation)) {
    return VirtualTime(operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, real);
  }
  return Clock::NowNs() + ToNs(real);
}

// Marks a wait of a loop's thread for another thread of the program.
class Blocking {
 public:
  explicit Blocking(const void* caller) : controller_(CurrentController()) {
    if (controller_ && IsV8sOwnWait(caller)) controller_ = nullptr;
    if (controller_) controller_->OnBlocked();
  }
  Blocking(const Blocking&) = delete;
  Blocking& operator=(const Blocking&) = delete;
  ~Blocking() {
    if (controller_) controller_->OnUnblocked();
  }

 private:
  Controller* controller_;
};

using Clockwait = int (*)(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*);

// Null where libc has none.
Clockwait FindClockwait() {
  static const auto function = reinterpret_cast<Clockwait>(dlsym(RTLD_DEFAULT, "pthread_cond_clockwait"));
  return function;
}

}  // namespace

void FindWaits() { FindClockwait(); }

void BeforeTimedWait() {
  if (HasPostponed()) CurrentController()->OnBlocking();
}

long FutexWait(const void* caller, long word, long operation, long expected, long limit, long word2, long bits) {
  const auto* given = reinterpret_cast<const timespec*>(limit);
  if (HasPostponed()) {
    if (!given && IsV8sOwnWait(caller)) {
      const timespec soon = IsRelativeFutexWait(operation)
                                ? timespec{0, kV8sOwnWaitMs * kNsPerMs}
                                : SoonOn(operation & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC);
      const long result = syscall(SYS_futex, word, operation, expected, &soon, word2, bits);
      if (result == 0 || errno != ETIMEDOUT) return result;
    }
    CurrentController()->OnBlocking();
  }
  const Blocking blocking(caller);
  timespec real;
  const timespec* kernels = RealFutexLimit(operation, given, &real);
  if (!kernels) return syscall(SYS_futex, word, operation, expected, kernels, word2, bits);
  const LimitedWait wait(FutexUntil(operation, *kernels), {reinterpret_cast<const void*>(word), operation});
  return syscall(SYS_futex, word, operation, expected, kernels, word2, bits);
}

int CondWait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  const Blocking blocking(__builtin_return_address(0));
  if (!HasPostponed()) return ConditionWait(condition, mutex, false).Ended(pthread_cond_wait(condition, mutex));
  if (FindClockwait() && IsV8sOwnWait(__builtin_return_address(0))) {
    const timespec soon = SoonOn(CLOCK_MONOTONIC);
    const int result =
        ConditionWait(condition, mutex, true).Ended(FindClockwait()(condition, mutex, CLOCK_MONOTONIC, &soon));
    if (result != ETIMEDOUT) return result;
    // As if woken for no reason, which a condition may: its waiter looks whether what it waits for is there.
    CurrentController()->OnBlocking();
    return 0;
  }
  CurrentController()->OnBlocking();
  return ConditionWait(condition, mutex, false).Ended(pthread_cond_wait(condition, mutex));
}

// A program's first task starts the pool. Its new workers need nothing that is held: without this line held children
// were let go then.
int SemWait(sem_t* semaphore) {
  if (StartsPoolNow()) return sem_wait(semaphore);
  const Blocking blocking(__builtin_return_address(0));
  if (!HasPostponed()) return sem_wait(semaphore);
  if (IsV8sOwnWait(__builtin_return_address(0))) {
    const timespec soon = SoonOn(CLOCK_REALTIME);
    const int result = sem_timedwait(semaphore, &soon);
    if (result == 0 || errno != ETIMEDOUT) return result;
  }
  CurrentController()->OnBlocking();
  return sem_wait(semaphore);
}

void BeforeOpen(const char* path, int flags) {
  struct stat status;
  const bool waits = (flags & (O_NONBLOCK | O_PATH)) == 0 && (flags & O_ACCMODE) != O_RDWR;
  if (waits && path && HasPostponed() && stat(path, &status) == 0 && S_ISFIFO(status.st_mode)) {
    CurrentController()->OnBlocking();
  }
}

int CondTimedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  BeforeTimedWait();
  const Blocking blocking(__builtin_return_address(0));
  const timespec real = Clock::ToReal(*until);
  const LimitedWait wait(VirtualTime(ClockOf(real), real), {.condition = condition});
  return ConditionWait(condition, mutex, true).Ended(pthread_cond_timedwait(condition, mutex, &real));
}

int CondClockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  BeforeTimedWait();
  const Blocking blocking(__builtin_return_address(0));
  const timespec real = Clock::ToReal(*until);
  const LimitedWait wait(VirtualTime(clock, real), {.condition = condition});
  return ConditionWait(condition, mutex, true).Ended(FindClockwait()(condition, mutex, clock, &real));
}

int SemTimedwait(sem_t* semaphore, const timespec* until) {
  BeforeTimedWait();
  const Blocking blocking(__builtin_return_address(0));
  const timespec real = Clock::ToReal(*until);
  const LimitedWait wait(VirtualTime(CLOCK_REALTIME, real), {});
  return sem_timedwait(semaphore, &real);
}

}  // namespace nacd::loop
