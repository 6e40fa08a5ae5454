// Loops that nobody controls, such as that of Node's thread for module hooks (`--import tsx`).
#pragma once

namespace nacd::loop {

// Returns true if nothing outside this process can wake a thread that waits for `epoll_fd`: it watches what only this
// process writes to. A thread with a long limit of time wakes for its own timers, which come late then.
// Any thread. Reads /proc.
bool IsIdleLoop(int epoll_fd, int limit_ms);

}  // namespace nacd::loop
