#include "loop/linux/file_times.h"

#include <linux/stat.h>
#include <sys/stat.h>

#include "loop/linux/clock.h"

namespace nacd::loop {
namespace {

constexpr int64_t kNsPerSecond = 1000000000;

// Stamps beyond some 290 years are no nanoseconds of 64 bits.
bool Fits(int64_t seconds) { return seconds > -kNsPerSecond * 9 && seconds < kNsPerSecond * 9; }

}  // namespace

// Never destroyed: threads of the pool may still read when the process ends.
FileTimes& FileTimes::Get() {
  static auto* const times = new FileTimes;
  return *times;
}

void FileTimes::Append(int64_t from, int64_t offset) {
  const size_t count = count_.load(std::memory_order_relaxed);
  if (count > 0 && (At(count - 1).from.load(std::memory_order_relaxed) >= from || count == kChunk * kChunks)) {
    At(count - 1).offset.store(offset, std::memory_order_release);
    return;
  }
  if (count % kChunk == 0) chunks_[count / kChunk].store(new Entry[kChunk], std::memory_order_release);
  At(count).from.store(from, std::memory_order_relaxed);
  At(count).offset.store(offset, std::memory_order_relaxed);
  count_.store(count + 1, std::memory_order_release);
}

void FileTimes::AwaitTick() {
  constexpr timespec kPart = {0, 200000};
  while (told_.load(std::memory_order_acquire) >= Clock::RealTicksNs() &&
         waited_ns_.fetch_add(kPart.tv_nsec, std::memory_order_relaxed) < 5 * kNsPerSecond) {
    nanosleep(&kPart, nullptr);
  }
}

void FileTimes::OnAdvance(int64_t tick, int64_t offset) {
  std::lock_guard lock(mutex_);
  Append(told_.load(std::memory_order_acquire) >= tick ? tick + 1 : tick, offset);
}

void FileTimes::StartAhead(int64_t since, int64_t offset) {
  std::lock_guard lock(mutex_);
  if (count_.load(std::memory_order_relaxed) == 0) Append(since, offset);
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

std::atomic<int64_t>& FileTimes::SetSlot(int64_t stamp) {
  const auto hash = static_cast<uint64_t>(stamp) * 0x9e3779b97f4a7c15ULL;
  return set_[(hash >> 32) % kSet];
}

void FileTimes::OnSet(int64_t stamp) { SetSlot(stamp).store(stamp, std::memory_order_release); }

int64_t FileTimes::Tell(int64_t stamp, int64_t now, bool lasts) {
  // A stamp in the future is nothing that the kernel set.
  if (count_.load(std::memory_order_acquire) == 0 || stamp > now) return stamp;
  if (SetSlot(stamp).load(std::memory_order_acquire) == stamp) return stamp;
  if (lasts && stamp >= told_.load(std::memory_order_acquire)) told_.store(stamp, std::memory_order_release);
  return stamp + OffsetAt(stamp);
}

void FileTimes::OnStatx(struct statx* result) {
  if (count_.load(std::memory_order_acquire) == 0) return;
  timespec clock;
  clock_gettime(CLOCK_REALTIME, &clock);  // newer kernels set finer stamps than of a tick
  const int64_t now = clock.tv_sec * kNsPerSecond + clock.tv_nsec;
  const auto tell = [&](statx_timestamp& time, bool lasts) {
    if (!Fits(time.tv_sec)) return;
    const int64_t stamp = time.tv_sec * kNsPerSecond + time.tv_nsec;
    const int64_t told = Tell(stamp, now, lasts);
    if (told == stamp) return;
    time.tv_sec = told / kNsPerSecond;
    time.tv_nsec = static_cast<uint32_t>(told % kNsPerSecond);
  };
  tell(result->stx_atime, false);
  tell(result->stx_mtime, true);
  tell(result->stx_ctime, true);
  tell(result->stx_btime, true);
}

void FileTimes::OnSetTimes(const timespec* times) {
  if (times == nullptr) return;
  for (const timespec& time : {times[0], times[1]}) {
    if (time.tv_nsec < kNsPerSecond && Fits(time.tv_sec))
      OnSet(time.tv_sec * kNsPerSecond + time.tv_nsec);  // else now, or as it is
  }
}

}  // namespace nacd::loop
