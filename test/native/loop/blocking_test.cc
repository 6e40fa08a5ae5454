#include "loop/blocking.h"

#include <linux/futex.h>

#include <catch2/catch.hpp>

#include "loop/clock.h"

namespace nacd::loop {
namespace {

// Code that is in no library of V8's.
void Somewhere() {}
const void* const kHere = reinterpret_cast<const void*>(&Somewhere);

struct V8Does {
  explicit V8Does(V8State state) { SetV8State(state); }
  ~V8Does() { SetV8State(nullptr); }
};

}  // namespace

TEST_CASE("a wait may need tasks unless V8 waits for its own threads", "[loop]") {
  CHECK(MayNeedTasks());
  CHECK(FutexMayNeedTasks(kHere));
  {
    const V8Does collecting([] { return kV8Collecting; });
    CHECK_FALSE(MayNeedTasks());
    CHECK_FALSE(FutexMayNeedTasks(kHere));
  }
  {
    const V8Does waiting([] { return kV8Waiting; });
    CHECK(MayNeedTasks());
    CHECK(FutexMayNeedTasks(kHere));
  }
  const V8Does running([] { return 0; });
  CHECK(MayNeedTasks());
  CHECK(FutexMayNeedTasks(kHere));
}

TEST_CASE("of the operations of a futex, two wait", "[loop]") {
  CHECK(IsFutexWait(FUTEX_WAIT));
  CHECK(IsFutexWait(FUTEX_WAIT_BITSET_PRIVATE | FUTEX_CLOCK_REALTIME));
  CHECK_FALSE(IsFutexWait(FUTEX_WAKE_PRIVATE));
}

TEST_CASE("a futex's point in time is told to the kernel in real time, a length of time as it is", "[loop]") {
  const timespec limit{100000, 5};
  timespec real{};
  Clock::Advance(3 * int64_t{1000000000});
  const timespec shifted = Clock::Add(limit, Clock::OffsetNs());
  const timespec* until = RealFutexLimit(FUTEX_WAIT_BITSET_PRIVATE, &shifted, &real);
  CHECK(until->tv_sec == limit.tv_sec);
  CHECK(until->tv_nsec == limit.tv_nsec);
  CHECK(RealFutexLimit(FUTEX_WAIT_PRIVATE, &limit, &real) == &limit);
  CHECK(RealFutexLimit(FUTEX_WAIT_BITSET, nullptr, &real) == nullptr);
  const timespec past{0, 0};
  CHECK(RealFutexLimit(FUTEX_WAIT_BITSET, &past, &real)->tv_sec == 0);
}

}  // namespace nacd::loop
