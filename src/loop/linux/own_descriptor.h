// Keeps our own descriptors away from the numbers that the program gets.
#pragma once

namespace nacd::loop {

// Duplicates `fd` to a high number and closes `fd`; returns `fd` itself if no number is free. The system gives out the
// lowest free number. A program that closes a descriptor and checks its number later, as Node's own tests do, must not
// find one of ours there.
int MoveUp(int fd);

}  // namespace nacd::loop
