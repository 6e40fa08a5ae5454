#include "loop/linux/clock.h"

#include <catch2/catch.hpp>

namespace nacd::loop {

TEST_CASE("points in time are shifted across the second", "[loop]") {
  const timespec later = Clock::Add({10, 900000000}, 200000000);
  CHECK(later.tv_sec == 11);
  CHECK(later.tv_nsec == 100000000);
  const timespec earlier = Clock::Add({10, 100000000}, -200000000);
  CHECK(earlier.tv_sec == 9);
  CHECK(earlier.tv_nsec == 900000000);
}

TEST_CASE("CPU time is never shifted", "[loop]") {
  CHECK(Clock::Shifts(CLOCK_MONOTONIC));
  CHECK(Clock::Shifts(CLOCK_REALTIME));
  CHECK_FALSE(Clock::Shifts(CLOCK_MONOTONIC_RAW));
  CHECK_FALSE(Clock::Shifts(CLOCK_PROCESS_CPUTIME_ID));
  CHECK_FALSE(Clock::Shifts(CLOCK_THREAD_CPUTIME_ID));
}

}  // namespace nacd::loop
