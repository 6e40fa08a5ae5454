#include "schedule/strategies/nodefz.h"

#include "schedule/random.h"

namespace nacd::schedule {
namespace {

// Shorter than anything a loop waits for: "until the next iteration".
constexpr double kNextTurnMs = 0.001;

}  // namespace

NodeFz::NodeFz(const Options& options)
    : options_(options),
      ready_deferral_(options.Parameter("loop_epoll_deferral", 0.1)),
      timer_deferral_(options.Parameter("loop_timer_deferral", 0.2)),
      timer_delay_ms_(options.Parameter("loop_timer_delay", 5)),
      pool_delay_ms_(options.Parameter("loop_pool_max_delay", 0.1)) {}

Decision NodeFz::Defer(const Operation& operation, double probability, double ms) const {
  const bool always = options_.mode == Mode::kAlways;
  if (!always && UnitRandom(options_.seed, HashOf(operation), 0) >= probability) return {};
  return {true, ms};
}

Decision NodeFz::Decide(const Operation& operation, double) {
  switch (operation.phase) {
    case Phase::kTimer:
      return Defer(operation, timer_deferral_, timer_delay_ms_);
    // A task of the first `degrees of freedom` in the queue is chosen at random: here each starts at a random moment.
    case Phase::kAction:
    case Phase::kRegistration:
      return {true, UnitRandom(options_.seed, HashOf(operation), 1) * pool_delay_ms_};
    default:
      return Defer(operation, ready_deferral_, kNextTurnMs);
  }
}

}  // namespace nacd::schedule
