// Loops that are not controlled, such as that of Node's thread for module hooks (`--import tsx`).
#pragma once

namespace nacd::loop {

// Returns true if nothing outside this process can wake a thread that waits for `epoll_fd`: it watches only
// descriptors that this process writes to. A thread with a long timeout wakes late for its own timers. Any thread.
// Reads /proc.
bool IsIdleLoop(int epoll_fd, int limit_ms);

}  // namespace nacd::loop
