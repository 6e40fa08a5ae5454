// Counts what became of the pairs of requests.
#pragma once

#include <array>
#include <cstdint>

#include "requests/window.h"

namespace nacd::requests {

// A pair counts under the first reason that rules it out.
struct PairCounts {
  uint64_t conflicting = 0;
  std::array<uint64_t, kPrunedReasons> pruned{};
  uint64_t left = 0;
  bool limited = false;  // there were more pairs of the same call sites
  uint64_t omitted = 0;  // candidates beyond FindOptions::most
};

}  // namespace nacd::requests
