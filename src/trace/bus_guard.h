// Mapped files that another process shortens: writing past the new end raises SIGBUS, whose default is to end the
// process. A guarded range gets memory of its own instead, so the write goes on and its owner learns that it is lost.
#pragma once

#include <atomic>
#include <cstddef>

namespace nacd::trace {

// Watches one mapped range at a time. Made, used and destroyed by one thread; the signal comes on that thread, too. The
// first one that watches anything installs a handler of SIGBUS for the process, which passes all other faults on to the
// handler that was there before.
class BusGuard {
 public:
  BusGuard() = default;
  ~BusGuard() { Release(); }
  BusGuard(const BusGuard&) = delete;
  BusGuard& operator=(const BusGuard&) = delete;

  // Watches the `size` bytes at `start`, which begin at a page. False: too many ranges of this process are watched.
  bool Watch(char* start, size_t size);
  // Watches nothing any longer. To be called before the range is unmapped.
  void Release();
  // True if a write to the range has missed the file.
  bool lost() const { return range_ && range_->lost.load(std::memory_order_relaxed); }

  struct Range {
    std::atomic<bool> taken{false};
    std::atomic<bool> lost{false};
    std::atomic<char*> start{nullptr};  // null: nothing is watched
    std::atomic<size_t> size{0};
  };

 private:
  Range* range_ = nullptr;
};

}  // namespace nacd::trace
