// Time stamps of files on the program's clock. The kernel sets them by the real clock, which is behind the program's by
// all waiting that was skipped: a file that is written after a wait would be older than the Date.now() from before it.
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

// Keeps how far the program's clock was ahead at each moment. A stamp gets the offset of the moment at which the kernel
// set it, so it stays the same however often it is read. The kernel's stamps are of whole ticks
// (CLOCK_REALTIME_COARSE), so moments are ticks here, in nanoseconds since 1970. All functions: any thread; those that
// read take no lock, since stat() may be called in a signal handler.
class FileTimes {
 public:
  static FileTimes& Get();
  FileTimes() = default;
  FileTimes(const FileTimes&) = delete;
  FileTimes& operator=(const FileTimes&) = delete;
  ~FileTimes();

  // The times of a file, each with an offset of its own: a change of a folder's name does not move its mtime.
  enum class Part : uint64_t { kWritten, kChanged, kMade };  // mtime, ctime, birth time

  // The offset grew to `offset` at `tick`. If a stamp of this tick was told before, it keeps its offset, and so do all
  // stamps of this tick, except those of OnWritten().
  void OnAdvance(int64_t tick, int64_t offset);
  // True if a stamp that the kernel sets now would be told with an offset from before the clock has moved.
  bool Lags() const;
  // Before a change of files that OnWritten() is not told of: waits for the next tick, some milliseconds at most, if
  // stamps lag. No longer waits after five seconds in all.
  void BeforeChange();
  // The process that started this one was ahead by `offset` already; its clock began at `since`.
  void StartAhead(int64_t since, int64_t offset);
  // The program sets these times itself, as nanoseconds of its own clock: they are told as they were set.
  void OnSet(int64_t stamp);
  // A part of `file` (FileOf) was set when the clock was ahead by `offset`, and the kernel's time was between `from`
  // and `until`: its stamp from there gets this offset, also if the clock has moved within the tick. Of many files the
  // last ones are known.
  void OnWritten(uint64_t file, int64_t from, int64_t until, int64_t offset);
  static uint64_t FileOf(uint64_t device, uint64_t inode, Part part = Part::kWritten);
  // Returns what the program is told for a `stamp` of `file` (0: any), if the kernel's time is `now`. Without `lasts`,
  // for times of access that few programs compare, a later answer may be another one while the tick goes on.
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
  // Odd versions: it is being changed.
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
  // The last tick with a stamp that was told: its stamps keep their offset.
  std::atomic<int64_t> told_{0};
  std::atomic<int64_t> grown_from_{0};  // of the last entry
  std::atomic<int64_t> begun_{0};       // the tick of the first entry: earlier stamps are told as they are
  std::atomic<int64_t> waited_ns_{0};
  // Stamps that the program set, by their hash; a later one takes the place of an earlier one.
  std::array<std::atomic<int64_t>, kSet> set_{};
  std::array<Written, kWritten> written_;  // by the files' hash, two side by side for each
};

}  // namespace nacd::loop
