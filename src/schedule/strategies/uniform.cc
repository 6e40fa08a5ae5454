#include "schedule/strategies/uniform.h"

#include <cmath>

#include "schedule/random.h"

namespace nacd::schedule {

Decision Uniform::Decide(const Operation& operation, double) {
  const uint64_t name = HashOf(operation);
  const bool always = options_.mode == Mode::kAlways;
  if (!always && UnitRandom(options_.seed, name, 0) >= options_.probability) return {};
  const double range = options_.max_delay_ms - options_.min_delay_ms;
  // Whole milliseconds, both ends included: that is what a libuv timer can wait for.
  return {true, std::floor(options_.min_delay_ms + UnitRandom(options_.seed, name, 1) * (range + 1))};
}

}  // namespace nacd::schedule
