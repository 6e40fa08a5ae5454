// Replaces libc's waits with an absolute deadline. The program reads the deadline from our clock, so the clock's
// offset is subtracted before the kernel gets it. (Waits for conditions, semaphores and futexes are in waits.h, since
// they may also need tasks of the pool.)
#pragma once

#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/timerfd.h>
#include <threads.h>
#include <time.h>

namespace nacd::loop {

// Looks up libc's functions. Call it before any of the functions below: later the loader should not be asked.
void FindAbsoluteWaits();

// Same signatures and results as in libc.
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
