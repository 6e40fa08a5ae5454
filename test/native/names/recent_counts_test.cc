#include "names/recent_counts.h"

#include <catch2/catch.hpp>

using namespace nacd::names;

TEST_CASE("counts go on while others come, and as long as they are asked for") {
  RecentCounts counts;
  CHECK(counts.Next(0, 7) == 1);
  CHECK(counts.Next(0, 7) == 2);
  uint32_t frequent = 0;
  for (uint64_t group = 1; group <= 40000; group++) {
    REQUIRE(counts.Next(group, 7) == 1);
    if (group % 1000 == 0) frequent++;
    if (group % 1000 == 0) REQUIRE(counts.Next(~0ULL, 7) == frequent);
  }
  CHECK(counts.Next(0, 7) == 3);
  CHECK(counts.Next(40000, 7) == 2);
}

TEST_CASE("what came once is known while ten thousand others come") {
  RecentCounts counts;
  for (uint64_t group = 0; group < 10000; group++) REQUIRE(counts.Next(group, 7) == 1);
  for (uint64_t group = 0; group < 10000; group++) REQUIRE(counts.Next(group, 7) == 2);
}

TEST_CASE("each group counts for itself, however many there were with keys that came again") {
  RecentCounts counts;
  for (uint64_t group = 0; group < 100000; group++) {
    for (uint32_t round = 1; round <= 2; round++) {
      for (uint64_t key : {7, 8, 9}) REQUIRE(counts.Next(group, key) == round);
    }
  }
}

TEST_CASE("a key that is asked for now and then is known for good, also in a group with many") {
  RecentCounts counts;
  for (uint64_t key = 0; key < 20; key++) REQUIRE(counts.Next(0, key) == 1);
  for (uint32_t round = 2; round <= 20000; round++) {
    for (uint64_t other = 0; other < 10; other++) counts.Next(round * 10 + other, 7);
    REQUIRE(counts.Next(0, 19) == round);
  }
}

TEST_CASE("memory for counts has an end: what has not come for long is counted anew") {
  RecentCounts counts;
  CHECK(counts.Next(0, 7) == 1);
  for (uint64_t group = 1; group <= 1000000; group++) REQUIRE(counts.Next(group, 7) == 1);
  CHECK(counts.Next(0, 7) == 1);
}

TEST_CASE("each of many keys of one group has a count of its own, and takes none from other groups' for long") {
  RecentCounts counts;
  for (uint32_t round = 1; round <= 3; round++) {
    for (uint64_t key = 0; key < 10000; key++) REQUIRE(counts.Next(1, key << 40 | 0xff) == round);
    for (uint64_t group = 10; group < 20; group++) REQUIRE(counts.Next(group, 0xff) == round);
  }
}

TEST_CASE("keys and groups that differ by one bit have counts of their own") {
  RecentCounts counts;
  for (uint32_t round = 1; round <= 3; round++) {
    for (int bit = 0; bit < 64; bit++) {
      REQUIRE(counts.Next(uint64_t{1} << bit, 5) == round);
      REQUIRE(counts.Next(5, uint64_t{1} << bit) == round);
    }
  }
}

TEST_CASE("a count that is full stays") {
  RecentCounts counts;
  for (uint32_t i = 1; i < (1u << 24) - 1; i++) counts.Next(1, 5);
  CHECK(counts.Next(1, 5) == (1u << 24) - 1);
  CHECK(counts.Next(1, 5) == (1u << 24) - 1);
  CHECK(counts.Next(1, 6) == 1);
  CHECK(counts.Next(2, 5) == 1);
}
