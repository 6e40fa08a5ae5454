// The process's virtual clock: the real one plus an offset that only grows, by the waiting that was skipped.
#pragma once

#include <sys/time.h>

#include <atomic>
#include <cstdint>
#include <ctime>

#include "schedule/time.h"

namespace nacd::loop {

using schedule::kNever;
using schedule::kNsPerMs;
constexpr int64_t kNsPerSecond = 1000 * kNsPerMs;

// Nanoseconds.
inline int64_t ToNs(const timespec& time) { return int64_t{time.tv_sec} * kNsPerSecond + time.tv_nsec; }

class Clock {
 public:
  // Nanoseconds of CLOCK_MONOTONIC plus the offset. Any thread.
  static int64_t NowNs();
  static int64_t RealNowNs();
  // Nanoseconds since 1970, also by the kernel's ticks, as it stamps files; newer kernels set finer stamps.
  static int64_t RealTimeNs();
  static int64_t RealTicksNs();
  static int64_t OffsetNs() { return offset_ns_.load(std::memory_order_acquire); }
  // That of the time of day (CLOCK_REALTIME): the same, unless this process follows another one. Any thread.
  static int64_t TimeOfDayOffsetNs();
  // From now on this process shows the time of day whose offset is told there. Once; it must last.
  static void FollowTimeOfDay(const std::atomic<int64_t>* told) { followed_.store(told, std::memory_order_release); }
  // From now on this process tells that offset there. Once; it must last.
  static void TellTimeOfDay(std::atomic<int64_t>* told);
  // Moves the clock forward. Any thread.
  static void Advance(int64_t ns);
  // From now on the clock may be moved, or it was: until then it is the real one.
  static void MayMove() { may_move_.store(true, std::memory_order_release); }
  static bool may_move() { return may_move_.load(std::memory_order_acquire); }
  // Starts from the clock of the process that started this one, which is so far ahead and began at `since`, nanoseconds
  // since 1970 (0: not known). Only the first call counts.
  static void StartAhead(int64_t ns, int64_t since);
  // The moment, in nanoseconds since 1970, at which the clocks of this process and of those that started it agreed
  // last.
  static int64_t SinceNs() { return since_ns_.load(std::memory_order_acquire); }
  // The offset that waiting may make by being skipped. Any thread.
  static void LimitTo(int64_t ns) { limit_ns_.store(ns, std::memory_order_relaxed); }
  // How much more may be skipped.
  static int64_t LeftNs();
  // The part of their length, 0 to 1, to which delays are shortened so that they do not use up what may be skipped.
  static double Pace();
  // How long delays are, between 0 and 1, of which their sum may not exceed `limit` and has `left` to go.
  static double PaceWithin(int64_t left, int64_t limit);
  static bool IsTimeOfDay(clockid_t id);
  // True for clocks that tell the time of day or since boot; false for those that measure CPU, and for the raw one: V8
  // measures by that how fast the processor counts, and sleeps for up to 250 ms until two measurements agree.
  static bool Shifts(clockid_t id);
  static timespec Add(timespec time, int64_t ns);
  // A point in time that a caller computed from our clock, for the kernel, which knows only the real one. Of the time
  // of day or since boot: the numbers tell which.
  static timespec ToReal(const timespec& time);

 private:
  static inline std::atomic<int64_t> offset_ns_{0};
  static inline std::atomic<bool> may_move_{false};
  static inline std::atomic<int64_t> since_ns_{0};
  static inline std::atomic<int64_t> limit_ns_{kNever};
  static inline std::atomic<const std::atomic<int64_t>*> followed_{nullptr};
  static inline std::atomic<std::atomic<int64_t>*> told_{nullptr};
};

// Take the places of gettimeofday(), time() and timespec_get(): the program's clock.
int Gettimeofday(timeval* time, void* zone);
time_t Time(time_t* out);
int TimespecGet(timespec* time, int base);

}  // namespace nacd::loop
