// The process's virtual clock: the real one plus an offset. The offset grows by each wait that is skipped.
#pragma once

#include <sys/time.h>

#include <atomic>
#include <cstdint>
#include <ctime>

#include "loop/linux/real_time.h"
#include "schedule/time.h"

namespace nacd::loop {

using schedule::kNever;

class Clock {
 public:
  // Nanoseconds of CLOCK_MONOTONIC plus the offset. Any thread.
  static int64_t NowNs();
  static int64_t RealNowNs();
  static int64_t OffsetNs() { return offset_ns_.load(std::memory_order_acquire); }
  // The offset of the time of day (CLOCK_REALTIME). It equals OffsetNs() unless this process follows another one. Any
  // thread.
  static int64_t TimeOfDayOffsetNs();
  // From now on, takes the offset of the time of day from `*told`, which another process writes. Call once; it must
  // stay valid.
  static void FollowTimeOfDay(const std::atomic<int64_t>* told) { followed_.store(told, std::memory_order_release); }
  // From now on, writes the offset of the time of day to `*told`, for other processes. Call once; it must stay valid.
  static void TellTimeOfDay(std::atomic<int64_t>* told);
  // Moves the clock forward. Any thread.
  static void Advance(int64_t ns);
  // Called when the clock may move from now on, or has moved. Until then it is the real one.
  static void MayMove() { may_move_.store(true, std::memory_order_release); }
  static bool may_move() { return may_move_.load(std::memory_order_acquire); }
  // Starts from the clock of the parent process, which is ahead by `ns` and began at `since`, in nanoseconds since
  // 1970 (0: unknown). Only the first call counts.
  static void StartAhead(int64_t ns, int64_t since);
  // When the clocks of this process and its ancestors last agreed, in nanoseconds since 1970.
  static int64_t SinceNs() { return since_ns_.load(std::memory_order_acquire); }
  // Limits the offset to `ns`. Any thread.
  static void LimitTo(int64_t ns) { limit_ns_.store(ns, std::memory_order_relaxed); }
  // How much more may be skipped, in nanoseconds.
  static int64_t LeftNs();
  // The factor, 0 to 1, by which delays are shortened so that they do not use up what may be skipped.
  static double Pace();
  // The factor, 0 to 1, for delays whose sum may not exceed `limit`, with `left` still available.
  static double PaceWithin(int64_t left, int64_t limit);
  static bool IsTimeOfDay(clockid_t id);
  // True for clocks of the time of day or since boot. False for those that measure CPU time, and for the raw clock: V8
  // uses that to measure the processor's frequency, and sleeps for up to 250 ms until two measurements agree.
  static bool Shifts(clockid_t id);
  static timespec Add(timespec time, int64_t ns);
  // Converts a deadline that the caller computed from our clock to the kernel's real clock. The size of the number
  // shows whether it is a time of day or since boot.
  static timespec ToReal(const timespec& time);

 private:
  static inline std::atomic<int64_t> offset_ns_{0};
  static inline std::atomic<bool> may_move_{false};
  static inline std::atomic<int64_t> since_ns_{0};
  static inline std::atomic<int64_t> limit_ns_{kNever};
  static inline std::atomic<const std::atomic<int64_t>*> followed_{nullptr};
  static inline std::atomic<std::atomic<int64_t>*> told_{nullptr};
};

// Replace gettimeofday(), time() and timespec_get(); they read the virtual clock.
int Gettimeofday(timeval* time, void* zone);
time_t Time(time_t* out);
int TimespecGet(timespec* time, int base);

}  // namespace nacd::loop
