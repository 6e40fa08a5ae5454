// Keeps ended children as zombies until the program hears of their end. libuv reaps a child and then calls 'exit',
// which may be held for a while. Meanwhile its pid would be free: signals would fail or reach another process, and
// other programs would see that it is gone. In plain Node a child whose 'exit' is still to come is a zombie.
#pragma once

#include <sys/types.h>

namespace nacd::loop {

// Lets libuv see the end of the child `pid` without reaping it; ReapZombie() does that. Any thread. Does nothing if
// too many are kept.
void KeepZombie(pid_t pid);

// Called when the child's 'exit' comes. Any thread. Does nothing if the child was not kept.
void ReapZombie(pid_t pid);

// Call before the process becomes another program, which knows nothing of the zombies: reaps children that have ended.
// Takes no lock.
void ReapZombies();

// Replaces execve(), which process.execve() calls; libuv starts children with another function.
int Execve(const char* path, char* const arguments[], char* const environment[]);

// Replaces waitpid(). Takes no lock, since signal handlers may call it.
pid_t WaitPid(pid_t pid, int* status, int options);

}  // namespace nacd::loop
