// Keeps our own descriptors away from the numbers that a program gets.
#pragma once

namespace nacd::loop {

// Returns a descriptor of the same file with a high number, and closes `fd`; `fd` itself where the system has no room.
// The system gives out the lowest free number: a program that closes a descriptor and asks about its number later, as
// Node's own tests do, must not find one of ours there.
int MoveUp(int fd);

}  // namespace nacd::loop
