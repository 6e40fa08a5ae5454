// Keeps the processes of children that have ended until the program hears of it. libuv reaps a child and then calls
// 'exit', which may be held for a while: its pid would be free, signals to it would fail or reach another process, and
// other programs would see that it is gone. In plain Node a child whose 'exit' has not come yet is a zombie.
#pragma once

#include <sys/types.h>

namespace nacd::loop {

// The end of the child `pid` is told to libuv without reaping it; ReapZombie() does that. Any thread. Does nothing if
// too many are kept.
void KeepZombie(pid_t pid);

// 'exit' of the child comes now. Any thread. Does nothing if it was not kept.
void ReapZombie(pid_t pid);

// Before the process becomes another program, which knows nothing of what is kept: reaps those that have ended. Takes
// no lock.
void ReapZombies();

// Takes the place of execve(), which process.execve() calls; libuv starts children by another function.
int Execve(const char* path, char* const arguments[], char* const environment[]);

// Takes the place of waitpid(). Takes no lock, since signal handlers may call it.
pid_t WaitPid(pid_t pid, int* status, int options);

}  // namespace nacd::loop
