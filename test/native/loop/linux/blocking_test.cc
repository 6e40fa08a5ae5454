#include "loop/linux/blocking.h"

#include <linux/futex.h>

#include <catch2/catch.hpp>
#include <cstdlib>

#include "loop/linux/clock.h"

namespace nacd::loop {
namespace {

int g_state = 0;

}  // namespace

// The only test that sets it: it is set once a process. This program stands for the object that V8 is in.
TEST_CASE("V8's own waits are those of its code, outside Atomics.wait and libuv", "[loop]") {
  const void* inside = reinterpret_cast<const void*>(&SetV8State);
  const void* outside = reinterpret_cast<const void*>(&abort);
  CHECK_FALSE(IsV8sOwnWait(inside));
  SetV8State([] { return g_state; }, reinterpret_cast<const void*>(&IsFutexWait));
  for (const int state : {0, 1, 4}) {
    g_state = state;
    CHECK(IsV8sOwnWait(inside));
    CHECK_FALSE(IsV8sOwnWait(outside));
  }
  for (const int state : {kV8Waiting, kV8Unknown}) {
    g_state = state;
    CHECK_FALSE(IsV8sOwnWait(inside));
  }
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
