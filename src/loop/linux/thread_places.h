// Lock-free tables with one place for each thread that needs one. A place's `thread` is the id of its owner, 0 if it
// is free, and -1 while it is being taken.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace nacd::loop {

// Takes a free place, or returns nullptr. Its `thread` stays -1 until the caller sets it. Places from `used` on were
// never taken.
template <typename Place, size_t kCount>
Place* TakePlace(std::array<Place, kCount>& places, std::atomic<size_t>& used) {
  for (size_t i = 0; i < kCount; i++) {
    pid_t nobody = 0;
    if (!places[i].thread.compare_exchange_strong(nobody, -1)) continue;
    size_t before = used.load();
    while (before <= i && !used.compare_exchange_weak(before, i + 1)) {
    }
    return &places[i];
  }
  return nullptr;
}

}  // namespace nacd::loop
