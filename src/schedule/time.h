// Times and durations are nanoseconds in an int64_t.
#pragma once

#include <cstdint>

namespace nacd::schedule {

constexpr int64_t kNever = INT64_MAX;
constexpr int64_t kNsPerMs = 1000000;

}  // namespace nacd::schedule
