// When the worker threads of the process were made, and which of them have begun. A thread begins in real time, after
// what its system takes to load Node.js once more. Any thread.
#pragma once

#include <cstdint>

namespace nacd::loop {

class ThreadStarts {
 public:
  // Called when the program has created the thread `id`.
  static void Made(uint32_t id);
  struct Late {
    int64_t ns = 0;  // by the program's clock
    int64_t real_ns = 0;
  };
  // Called before the thread `id` runs its first line. Returns how long after its creation that is; zeros if unknown,
  // or if the thread was faster than its creator.
  static Late Began(uint32_t id);
  // Waits until the thread `id` has begun, for `most` nanoseconds of real time at most.
  static void Await(uint32_t id, int64_t most);
};

}  // namespace nacd::loop
