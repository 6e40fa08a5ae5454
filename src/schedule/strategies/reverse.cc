#include "schedule/strategies/reverse.h"

#include <cmath>

#include "schedule/random.h"

namespace nacd::schedule {
namespace {

// With half of the time left, what overtakes can take several steps before what it overtook comes. With nearly all of
// it, what comes later still can overtake it in turn. Each shows races that the other does not (docs/benchmarks.md).
constexpr double kRoomToPass = 0.5;
constexpr double kRoomToBePassed = 0.95;

double ShareOf(const Options& options) {
  return options.Parameter("reverse_share", UnitRandom(options.seed, 0, 0) < 0.5 ? kRoomToPass : kRoomToBePassed);
}

}  // namespace

Reverse::Reverse(const Options& options) : options_(options), share_(ShareOf(options)) {}

// Few groups begin with one that is not held: most races need the first to be, some need that it is not.
bool Reverse::Begins(const Operation& operation) const {
  if (options_.mode == Mode::kAlways) return true;
  return UnitRandom(options_.seed, HashOf(operation), 0) >= std::pow(1 - options_.probability, 5);
}

Decision Reverse::Decide(const Operation& operation, double now_ms) {
  // Starts and timers keep their order: it is completions that are turned round.
  if (!IsCompletion(operation.phase)) return {};
  while (!due_.empty() && due_.back() <= now_ms) due_.pop_back();
  if (due_.empty() && !Begins(operation)) return {};
  const double due = due_.empty() ? now_ms + options_.max_delay_ms : now_ms + (due_.back() - now_ms) * share_;
  if (due <= now_ms) return {};
  due_.push_back(due);
  return {true, due - now_ms};
}

}  // namespace nacd::schedule
