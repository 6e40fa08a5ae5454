#include "schedule/strategies/pos.h"

#include <cmath>
#include <functional>

#include "names/name.h"
#include "schedule/random.h"

namespace nacd::schedule {

Decision Pos::Decide(const Operation& operation, double) {
  if (!IsCompletion(operation.phase)) return {};
  const uint32_t draw = touched_[std::hash<std::string_view>()(names::ResourceOf(operation.name))]++;
  const double range = options_.max_delay_ms - options_.min_delay_ms;
  const double priority = UnitRandom(options_.seed, HashOf(operation), draw);
  return {true, std::floor(options_.min_delay_ms + priority * (range + 1))};
}

}  // namespace nacd::schedule
