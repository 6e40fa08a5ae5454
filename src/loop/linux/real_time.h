// The kernel's time of day, in nanoseconds since 1970.
#pragma once

#include <cstdint>
#include <ctime>

#include "schedule/time.h"

namespace nacd::loop {

using schedule::kNsPerMs;
constexpr int64_t kNsPerSecond = 1000 * kNsPerMs;

// Nanoseconds.
inline int64_t ToNs(const timespec& time) { return int64_t{time.tv_sec} * kNsPerSecond + time.tv_nsec; }

inline int64_t RealTimeNs() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return ToNs(now);
}

// With the resolution of the kernel's ticks, as file stamps have it (newer kernels use finer stamps).
inline int64_t RealTicksNs() {
  timespec tick;
  clock_gettime(CLOCK_REALTIME_COARSE, &tick);
  return ToNs(tick);
}

}  // namespace nacd::loop
