#include "schedule/strategies/pct.h"

#include <cmath>

#include "schedule/random.h"

namespace nacd::schedule {
namespace {

constexpr double kDepth = 3;
constexpr double kRarest = 6;  // one of 2^6

double Parameter(const Options& options, const char* name, double otherwise) {
  const auto found = options.parameters.find(name);
  return found == options.parameters.end() ? otherwise : found->second;
}

// The paper draws the points from the run's known length. Where it is not known, its order of magnitude is drawn.
double DensityOf(const Options& options, double points) {
  const double steps = Parameter(options, "pct_steps", 0);
  if (options.mode == Mode::kAlways) return 1;
  if (steps > 0) return points / steps;
  return std::exp2(-UnitRandom(options.seed, 0, 0) * kRarest);
}

}  // namespace

Pct::Pct(const Options& options)
    : options_(options),
      points_(static_cast<int>(Parameter(options, "pct_depth", kDepth)) - 1),
      density_(DensityOf(options, points_)) {}

Decision Pct::Decide(const Operation& operation, double) {
  if (points_ <= 0 || !IsCompletion(operation.phase)) return {};
  // By name, not by a count of steps: the same operation is a point in a replay, whatever came before it.
  if (UnitRandom(options_.seed, HashOf(operation), 0) >= density_) return {};
  points_--;
  return {true, options_.max_delay_ms};
}

}  // namespace nacd::schedule
