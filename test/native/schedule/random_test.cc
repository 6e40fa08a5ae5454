#include "schedule/random.h"

#include <catch2/catch.hpp>

using nacd::schedule::UnitRandom;

TEST_CASE("UnitRandom is a pure function of its inputs, within [0, 1)") {
  for (uint64_t name = 0; name < 1000; ++name) {
    const double value = UnitRandom(42, name, 0);
    REQUIRE(value >= 0);
    REQUIRE(value < 1);
    REQUIRE(value == UnitRandom(42, name, 0));
  }
}

TEST_CASE("UnitRandom tells seeds, names and draws apart") {
  const double value = UnitRandom(1, 2, 3);
  REQUIRE(value != UnitRandom(2, 2, 3));
  REQUIRE(value != UnitRandom(1, 3, 3));
  REQUIRE(value != UnitRandom(1, 2, 4));
}
