#include "schedule/program_timers.h"

#include <catch2/catch.hpp>
#include <limits>

using nacd::schedule::ProgramTimers;

namespace {

constexpr double kLongMs = 3600 * 1000;
// Each case has a time of its own: what others have set is long ago. All are before 0, from where on other tests have
// theirs, which may run later.
double epoch_ms = -1e9;

double NewEpoch() { return epoch_ms += 1e6; }

}  // namespace

TEST_CASE("a timer may have fired only around the time at which it is due") {
  ProgramTimers::Watch();
  const double now = NewEpoch();
  ProgramTimers::Expect({}, now, 500);
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now, now + 400));
  REQUIRE(ProgramTimers::MayHaveFired(now, now + 600));
  REQUIRE(ProgramTimers::MayHaveFired(now + 700, now + 800));  // a busy thread calls it late
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now + 5000, now + 6000));
}

TEST_CASE("a long timer is no news until it is due") {
  ProgramTimers::Watch();
  const double now = NewEpoch();
  ProgramTimers::Expect({}, now, kLongMs);
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now, now + 5000));
}

TEST_CASE("a time beyond the longest that Node.js knows is a millisecond, as there") {
  ProgramTimers::Watch();
  const double now = NewEpoch();
  ProgramTimers::Expect({}, now, 2147483648.0);
  REQUIRE(ProgramTimers::MayHaveFired(now, now + 5));
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now + 5000, now + 6000));
  ProgramTimers::Expect({}, now + 20000, std::numeric_limits<double>::infinity());
  REQUIRE(ProgramTimers::MayHaveFired(now + 20000, now + 20005));
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now + 30000, now + 40000));
}

TEST_CASE("a timer that is cleared does not fire") {
  ProgramTimers::Watch();
  const double now = NewEpoch();
  const int thread = 0;
  const int other = 0;
  ProgramTimers::Expect({&thread, 7}, now, 500);
  ProgramTimers::Gone({&other, 7});  // another thread's timer of that number
  REQUIRE(ProgramTimers::MayHaveFired(now, now + 600));
  ProgramTimers::Gone({&thread, 7});
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now, now + 600));
}

TEST_CASE("an interval fires once in its period") {
  ProgramTimers::Watch();
  const double now = NewEpoch();
  const int thread = 0;
  ProgramTimers::ExpectEach({&thread, 8}, now, 10000);
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now, now + 9000));
  REQUIRE(ProgramTimers::MayHaveFired(now, now + 11000));
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now + 12000, now + 19000));
  REQUIRE(ProgramTimers::MayHaveFired(now + 19000, now + 20000));
  ProgramTimers::Gone({&thread, 8});
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now + 19000, now + 20000));
}

TEST_CASE("more timers than are remembered may have fired until the last of them was due") {
  ProgramTimers::Watch();
  const double now = NewEpoch();
  const int thread = 0;
  for (uint64_t id = 1; id <= 20000; id++) ProgramTimers::Expect({&thread, id}, now, 100 + static_cast<double>(id % 7));
  REQUIRE(ProgramTimers::MayHaveFired(now, now + 200));
  REQUIRE_FALSE(ProgramTimers::MayHaveFired(now + 5000, now + 6000));
}
