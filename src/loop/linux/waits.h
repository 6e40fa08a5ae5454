// Stands in for libc's waits: a thread that blocks outside its poll may need postponed tasks (blocking.h), and points
// in time go to the kernel without the clock's offset.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <sys/types.h>
#include <time.h>

namespace nacd::loop {

// Looks for what the others need, before the first of them is called: later the loader should not be asked.
void FindWaits();

// Before a wait with a limit, which is the program's own: V8 waits for its threads without one. Lets postponed tasks
// start, since the program may wait for them.
void BeforeTimedWait();

// Before a file is opened: one who opens a named pipe waits until its other end is opened.
void BeforeOpen(const char* path, int flags);

// Each as libc's own.
int CondWait(pthread_cond_t* condition, pthread_mutex_t* mutex);
int CondTimedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until);
int CondClockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until);
int SemWait(sem_t* semaphore);
int SemTimedwait(sem_t* semaphore, const timespec* until);
// A wait by futex(2), whose arguments follow; `caller` called syscall(2).
long FutexWait(const void* caller, long word, long operation, long expected, long limit, long word2, long bits);

}  // namespace nacd::loop
