#include "loop/linux/clock.h"

#include <algorithm>
#include <mutex>

#include "loop/linux/file_times.h"

namespace nacd::loop {
namespace {

constexpr double kSlowestPace = 1e-6;
constexpr time_t kLongestUptime = 500'000'000;  // seconds, some 16 years; since 1970 there are more

std::mutex g_moving;

}  // namespace

int64_t Clock::RealNowNs() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return ToNs(now);
}

int64_t Clock::NowNs() { return RealNowNs() + OffsetNs(); }

int64_t Clock::TimeOfDayOffsetNs() {
  const auto* followed = followed_.load(std::memory_order_acquire);
  return followed ? followed->load(std::memory_order_acquire) : OffsetNs();
}

void Clock::TellTimeOfDay(std::atomic<int64_t>* told) {
  std::lock_guard lock(g_moving);
  told->store(TimeOfDayOffsetNs(), std::memory_order_release);
  told_.store(told, std::memory_order_release);
}

void Clock::Advance(int64_t ns) {
  if (ns <= 0) return;
  MayMove();
  std::lock_guard lock(g_moving);
  const int64_t offset = OffsetNs() + ns;
  if (followed_.load(std::memory_order_acquire)) return offset_ns_.store(offset, std::memory_order_release);
  // First: a file that is written by somebody who has seen the new time has this offset, too.
  FileTimes::Get().OnAdvance(RealTicksNs(), offset);
  offset_ns_.store(offset, std::memory_order_release);
  if (auto* told = told_.load(std::memory_order_acquire)) told->store(offset, std::memory_order_release);
}

void Clock::StartAhead(int64_t ns, int64_t since) {
  static std::once_flag once;
  std::call_once(once, [ns, since] {
    since_ns_.store(ns > 0 && since > 0 ? since : RealTicksNs(), std::memory_order_release);
    if (ns > 0) FileTimes::Get().StartAhead(SinceNs(), ns);
    Advance(ns);
  });
}

int64_t Clock::LeftNs() { return std::max<int64_t>(0, limit_ns_.load(std::memory_order_relaxed) - OffsetNs()); }

// With the square, n delays of equal length leave a share of about 1 / n of the second half: a program of a hundred
// thousand operations still has delays, and all of them are skipped. Without it the delays after the first some
// thousand would take real time, as nothing may be skipped any more.
double Clock::PaceWithin(int64_t left, int64_t limit) {
  const double share = 2 * static_cast<double>(left) / static_cast<double>(limit);
  return share >= 1 ? 1 : std::max(kSlowestPace, share * share);
}

double Clock::Pace() {
  const int64_t limit = limit_ns_.load(std::memory_order_relaxed);
  return limit == kNever || limit <= 0 ? 1 : PaceWithin(LeftNs(), limit);
}

bool Clock::IsTimeOfDay(clockid_t id) { return id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE; }

bool Clock::Shifts(clockid_t id) {
  switch (id) {
    case CLOCK_REALTIME:
    case CLOCK_MONOTONIC:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
      return true;
    default:
      return false;
  }
}

timespec Clock::Add(timespec time, int64_t ns) {
  int64_t nsec = time.tv_nsec + ns % kNsPerSecond;
  time.tv_sec += ns / kNsPerSecond;
  if (nsec >= kNsPerSecond) {
    nsec -= kNsPerSecond;
    time.tv_sec++;
  } else if (nsec < 0) {
    nsec += kNsPerSecond;
    time.tv_sec--;
  }
  time.tv_nsec = nsec;
  return time;
}

timespec Clock::ToReal(const timespec& time) {
  const timespec real = Add(time, time.tv_sec > kLongestUptime ? -TimeOfDayOffsetNs() : -OffsetNs());
  return real.tv_sec < 0 ? timespec{0, 0} : real;  // long past; the kernel refuses negative ones
}

int Gettimeofday(timeval* time, void* zone) {
  const int result = gettimeofday(time, static_cast<struct timezone*>(zone));
  if (result != 0 || !time) return result;
  const timespec shifted = Clock::Add({time->tv_sec, time->tv_usec * 1000}, Clock::TimeOfDayOffsetNs());
  time->tv_sec = shifted.tv_sec;
  time->tv_usec = shifted.tv_nsec / 1000;
  return result;
}

time_t Time(time_t* out) {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  now = Clock::Add(now, Clock::TimeOfDayOffsetNs());
  if (out) *out = now.tv_sec;
  return now.tv_sec;
}

int TimespecGet(timespec* time, int base) {
  const int result = timespec_get(time, base);
  if (result == TIME_UTC) *time = Clock::Add(*time, Clock::TimeOfDayOffsetNs());
  return result;
}

}  // namespace nacd::loop
