// File time stamps on the program's clock. The kernel sets them by the real clock, which is behind by all skipped
// waiting: without this, a file written after a wait would be older than a Date.now() from before it.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <ctime>
#include <mutex>
#include <optional>

struct statx;

namespace nacd::loop {

// Records how far the program's clock was ahead at each moment. A stamp is shifted by the offset at the moment when
// the kernel set it, so every read gives the same value. The kernel's stamps have the resolution of a tick
// (CLOCK_REALTIME_COARSE), so moments are ticks here, in nanoseconds since 1970. All functions: any thread. Those that
// read take no lock, since stat() may be called in a signal handler.
class FileTimes {
 public:
  static FileTimes& Get();
  FileTimes() = default;
  FileTimes(const FileTimes&) = delete;
  FileTimes& operator=(const FileTimes&) = delete;
  ~FileTimes();

  // A file's times. Each has its own offset: renaming a folder does not change its mtime.
  enum class Part : uint64_t { kWritten, kChanged, kMade };  // mtime, ctime, birth time

  // Called when the offset has grown to `offset` at `tick`. If the program has already seen a stamp of this tick, all
  // stamps of the tick keep the old offset, except those passed to OnWritten().
  void OnAdvance(int64_t tick, int64_t offset);
  // True if a stamp that the kernel sets now would be shown with the offset from before the clock's last move.
  bool Lags() const;
  // Call before a change of files that is not reported to OnWritten(). If stamps lag, waits for the next tick, a few
  // milliseconds at most. After five seconds in total it no longer waits.
  void BeforeChange();
  // Called when the parent process was already ahead by `offset`; its clock began at `since`.
  void StartAhead(int64_t since, int64_t offset);
  // Called when the program sets a time stamp itself, in nanoseconds of its own clock. It is shown unchanged.
  void OnSet(int64_t stamp);
  // Called when a part of `file` (FileOf) was set while the clock was ahead by `offset` and the kernel's time was
  // between `from` and `until`. A stamp in that range gets this offset, even if the clock moved within the tick. Only
  // the most recent files are remembered.
  void OnWritten(uint64_t file, int64_t from, int64_t until, int64_t offset);
  static uint64_t FileOf(uint64_t device, uint64_t inode, Part part = Part::kWritten);
  // Returns the time to show to the program for a `stamp` of `file` (0: any), at the kernel's time `now`. With `lasts`
  // false, a later call within the same tick may give another result; used for access times, which few programs
  // compare.
  int64_t Tell(int64_t stamp, int64_t now, bool lasts = true, uint64_t file = 0);

  // The same for what statx() returned and what utimensat() and futimens() get. `times` may be nullptr: now.
  void OnStatx(struct statx* result);
  void OnSetTimes(const timespec* times);

 private:
  struct Entry {
    std::atomic<int64_t> from;  // stamps from here on
    std::atomic<int64_t> offset;
  };
  static constexpr size_t kChunk = 4096;
  static constexpr size_t kChunks = 1024;
  static constexpr size_t kSet = 4096;
  static constexpr size_t kWritten = 8192;
  // The version is odd while the entry is being changed.
  struct Written {
    std::atomic<uint32_t> version{0};
    std::atomic<uint64_t> file{0};
    std::atomic<int64_t> from{0}, until{0}, offset{0};
  };

  Entry& At(size_t index) { return chunks_[index / kChunk].load(std::memory_order_acquire)[index % kChunk]; }
  void Append(int64_t from, int64_t offset);
  int64_t OffsetAt(int64_t stamp);
  Written& SlotFor(uint64_t file);
  std::optional<int64_t> OffsetOfWritten(uint64_t file, int64_t stamp) const;
  std::atomic<int64_t>& SetSlot(int64_t stamp);

  std::mutex mutex_;  // of writers
  std::array<std::atomic<Entry*>, kChunks> chunks_{};
  std::atomic<size_t> count_{0};
  // The last tick of which the program has seen a stamp: its stamps keep their offset.
  std::atomic<int64_t> told_{0};
  std::atomic<int64_t> grown_from_{0};  // of the last entry
  std::atomic<int64_t> begun_{0};       // the tick of the first entry: earlier stamps are shown unchanged
  std::atomic<int64_t> waited_ns_{0};
  // Stamps that the program set, by hash. A later one replaces an earlier one in the same slot.
  std::array<std::atomic<int64_t>, kSet> set_{};
  std::array<Written, kWritten> written_;  // by the files' hash, two side by side for each
};

}  // namespace nacd::loop
