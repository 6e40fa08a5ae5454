// Memory straight from the system.
#pragma once

#include <cstddef>

namespace nacd::names {

// Returns `size` bytes of zeros, of which only those that are touched cost memory; null if there are none. The whole
// pages of `large` bytes in it are large ones, where the system gives those unasked.
void* TakePages(size_t size, size_t large);
// Gives back what TakePages(size) returned.
void GivePages(void* pages, size_t size);

}  // namespace nacd::names
