#include "loop/linux/file_times.h"

#include <linux/stat.h>
#include <sys/sysmacros.h>

#include <algorithm>

#include "loop/linux/real_time.h"

namespace nacd::loop {
namespace {

// Stamps beyond some 290 years are no nanoseconds of 64 bits.
bool Fits(int64_t seconds) { return seconds > -kNsPerSecond * 9 && seconds < kNsPerSecond * 9; }

size_t HashOf(uint64_t value) { return (value * 0x9e3779b97f4a7c15ULL) >> 32; }

}  // namespace

// Never destroyed: threads of the pool may still read when the process ends.
FileTimes& FileTimes::Get() {
  static auto* const times = new FileTimes;
  return *times;
}

FileTimes::~FileTimes() {
  for (auto& chunk : chunks_) delete[] chunk.load();
}

void FileTimes::Append(int64_t from, int64_t offset) {
  const size_t count = count_.load(std::memory_order_relaxed);
  if (count > 0 && (At(count - 1).from.load(std::memory_order_relaxed) >= from || count == kChunk * kChunks)) {
    At(count - 1).offset.store(offset, std::memory_order_release);
    return;
  }
  grown_from_.store(from, std::memory_order_release);
  if (count % kChunk == 0) chunks_[count / kChunk].store(new Entry[kChunk], std::memory_order_release);
  At(count).from.store(from, std::memory_order_relaxed);
  At(count).offset.store(offset, std::memory_order_relaxed);
  count_.store(count + 1, std::memory_order_release);
}

bool FileTimes::Lags() const { return grown_from_.load(std::memory_order_acquire) > RealTicksNs(); }

void FileTimes::BeforeChange() {
  constexpr timespec kPart = {0, 200000};
  while (Lags() && waited_ns_.fetch_add(kPart.tv_nsec, std::memory_order_relaxed) < 5 * kNsPerSecond) {
    nanosleep(&kPart, nullptr);
  }
}

void FileTimes::OnAdvance(int64_t tick, int64_t offset) {
  std::lock_guard lock(mutex_);
  if (count_.load(std::memory_order_relaxed) == 0) begun_.store(tick, std::memory_order_relaxed);
  Append(std::max(tick, told_.load(std::memory_order_acquire) + 1), offset);
}

void FileTimes::StartAhead(int64_t since, int64_t offset) {
  std::lock_guard lock(mutex_);
  if (count_.load(std::memory_order_relaxed) > 0) return;
  begun_.store(since, std::memory_order_relaxed);
  Append(since, offset);
}

int64_t FileTimes::OffsetAt(int64_t stamp) {
  size_t low = 0;
  size_t high = count_.load(std::memory_order_acquire);
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (At(middle).from.load(std::memory_order_relaxed) <= stamp) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low == 0 ? 0 : At(low - 1).offset.load(std::memory_order_acquire);
}

std::atomic<int64_t>& FileTimes::SetSlot(int64_t stamp) { return set_[HashOf(static_cast<uint64_t>(stamp)) % kSet]; }

void FileTimes::OnSet(int64_t stamp) { SetSlot(stamp).store(stamp, std::memory_order_release); }

uint64_t FileTimes::FileOf(uint64_t device, uint64_t inode, Part part) {
  return (inode << 2 | static_cast<uint64_t>(part)) ^ (HashOf(device) << 22) ^ (uint64_t{1} << 63);
}

// A hash has two slots. A third file replaces the one that was written first.
FileTimes::Written& FileTimes::SlotFor(uint64_t file) {
  const size_t at = HashOf(file) % kWritten;
  Written& one = written_[at];
  Written& other = written_[at ^ 1];
  if (one.file.load() == file) return one;
  if (other.file.load() == file) return other;
  return one.until.load() <= other.until.load() ? one : other;
}

void FileTimes::OnWritten(uint64_t file, int64_t from, int64_t until, int64_t offset) {
  Written& slot = SlotFor(file);
  uint32_t version = slot.version.load(std::memory_order_relaxed);
  // Another thread, or the code that this signal handler has interrupted, is there.
  if ((version & 1) != 0 || !slot.version.compare_exchange_strong(version, version + 1)) return;
  slot.file.store(file);
  slot.from.store(from);
  slot.until.store(until);
  slot.offset.store(offset);
  slot.version.store(version + 2);
}

std::optional<int64_t> FileTimes::OffsetOfWritten(uint64_t file, int64_t stamp) const {
  const size_t at = HashOf(file) % kWritten;
  const Written& slot = written_[at].file.load() == file ? written_[at] : written_[at ^ 1];
  const uint32_t version = slot.version.load();
  const bool known = slot.file.load() == file && slot.from.load() <= stamp && stamp <= slot.until.load();
  const int64_t offset = slot.offset.load();
  if (!known || (version & 1) != 0 || slot.version.load() != version) return std::nullopt;
  return offset;
}

int64_t FileTimes::Tell(int64_t stamp, int64_t now, bool lasts, uint64_t file) {
  // A stamp in the future is nothing that the kernel set.
  if (count_.load(std::memory_order_acquire) == 0 || stamp > now) return stamp;
  if (SetSlot(stamp).load(std::memory_order_acquire) == stamp) return stamp;
  if (file != 0) {
    if (const auto offset = OffsetOfWritten(file, stamp)) return stamp + *offset;
  }
  if (lasts && stamp >= told_.load(std::memory_order_acquire)) told_.store(stamp, std::memory_order_release);
  return stamp + OffsetAt(stamp);
}

void FileTimes::OnStatx(struct statx* result) {
  if (count_.load(std::memory_order_acquire) == 0) return;
  const int64_t begun = begun_.load(std::memory_order_relaxed);
  int64_t now = 0;  // most files are older than the process: the time is not asked for then
  const uint64_t device = makedev(result->stx_dev_major, result->stx_dev_minor);
  const auto tell = [&](statx_timestamp& time, Part part, bool lasts = true) {
    if (!Fits(time.tv_sec)) return;
    const int64_t stamp = time.tv_sec * kNsPerSecond + time.tv_nsec;
    if (stamp < begun) return;
    if (now == 0) now = RealTimeNs();
    const int64_t told = Tell(stamp, now, lasts, FileOf(device, result->stx_ino, part));
    if (told == stamp) return;
    time.tv_sec = told / kNsPerSecond;
    time.tv_nsec = static_cast<uint32_t>(told % kNsPerSecond);
  };
  tell(result->stx_atime, Part::kWritten, false);
  tell(result->stx_mtime, Part::kWritten);
  tell(result->stx_ctime, Part::kChanged);
  tell(result->stx_btime, Part::kMade);
}

void FileTimes::OnSetTimes(const timespec* times) {
  if (times == nullptr) return;
  for (const timespec& time : {times[0], times[1]}) {
    if (time.tv_nsec < kNsPerSecond && Fits(time.tv_sec))
      OnSet(time.tv_sec * kNsPerSecond + time.tv_nsec);  // else now, or as it is
  }
}

}  // namespace nacd::loop
