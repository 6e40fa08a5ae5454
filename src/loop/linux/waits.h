// Replaces libc's waits: a thread that blocks outside its poll may need postponed tasks (blocking.h), and deadlines go
// to the kernel without the clock's offset.
#pragma once

#include <pthread.h>
#include <semaphore.h>
#include <sys/types.h>
#include <time.h>

namespace nacd::loop {

// Looks up libc's functions. Call it before any of the functions below: later the loader should not be asked.
void FindWaits();

// Call before a wait with a timeout. Such a wait is the program's own, since V8 waits for its threads without one.
// Starts postponed tasks, since the program may be waiting for them.
void BeforeTimedWait();

// Call before a file is opened: opening a named pipe blocks until its other end is opened.
void BeforeOpen(const char* path, int flags);

// Same signatures and results as in libc.
int CondWait(pthread_cond_t* condition, pthread_mutex_t* mutex);
int CondTimedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until);
int CondClockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until);
int SemWait(sem_t* semaphore);
int SemTimedwait(sem_t* semaphore, const timespec* until);
// A wait by futex(2), whose arguments follow; `caller` called syscall(2).
long FutexWait(const void* caller, long word, long operation, long expected, long limit, long word2, long bits);

}  // namespace nacd::loop
