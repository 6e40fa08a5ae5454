// Stands in for libc's waits until a point in time that is read from our clock: the kernel gets the point without the
// clock's offset. (Waits for conditions, semaphores and futexes, which may need tasks of the pool, too: waits.h.)
#pragma once

#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>

namespace nacd::loop {

// Looks for what the others need, before the first of them is called: later the loader should not be asked.
void FindAbsoluteWaits();

// Each as libc's own.
int SemClockwait(sem_t* semaphore, clockid_t clock, const timespec* until);
int MutexTimedlock(pthread_mutex_t* mutex, const timespec* until);
int MutexClocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* until);
int RwlockTimedrdlock(pthread_rwlock_t* lock, const timespec* until);
int RwlockTimedwrlock(pthread_rwlock_t* lock, const timespec* until);
int RwlockClockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until);
int RwlockClockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* until);
int MtxTimedlock(mtx_t* lock, const timespec* until);
int CndTimedwait(cnd_t* condition, mtx_t* lock, const timespec* until);
int TimedjoinNp(pthread_t thread, void** result, const timespec* until);
int ClockjoinNp(pthread_t thread, void** result, clockid_t clock, const timespec* until);
int MqTimedsend(mqd_t queue, const char* message, size_t size, unsigned priority, const timespec* until);
ssize_t MqTimedreceive(mqd_t queue, char* message, size_t size, unsigned* priority, const timespec* until);
int ClockNanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest);
int TimerfdSettime(int fd, int flags, const itimerspec* value, itimerspec* before);

}  // namespace nacd::loop
