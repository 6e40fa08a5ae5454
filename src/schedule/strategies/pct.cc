#include "schedule/strategies/pct.h"

#include <cmath>

#include "schedule/random.h"

namespace nacd::schedule {
namespace {

constexpr double kDepth = 3;
constexpr double kRarest = 6;  // one of 2^6

int PointsOf(const Options& options) { return static_cast<int>(options.Parameter("pct_depth", kDepth)) - 1; }

// The paper draws the points from a run of known length. It is not known here, so its order of magnitude is drawn.
double DensityOf(const Options& options) {
  return options.mode == Mode::kAlways ? 1 : std::exp2(-UnitRandom(options.seed, 0, 0) * kRarest);
}

}  // namespace

Pct::Pct(const Options& options) : options_(options), points_(PointsOf(options)), density_(DensityOf(options)) {}

Decision Pct::Decide(const Operation& operation, double) {
  if (points_ <= 0 || !IsCompletion(operation.phase)) return {};
  // By name, not by a count of steps: the same operation is a point in a replay, whatever came before it.
  if (UnitRandom(options_.seed, HashOf(operation), 0) >= density_) return {};
  points_--;
  return {true, options_.max_delay_ms};
}

}  // namespace nacd::schedule
