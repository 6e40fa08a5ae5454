#include "loop/engine.h"

namespace nacd::loop {

EngineOptions EngineOptions::From(const schedule::Options& options) {
  EngineOptions result;
  const double held_budget = options.Parameter("held_budget", -1);
  if (held_budget >= 0) result.held_budget_ms = held_budget;
  const double own_waits = options.Parameter("own_waits", -1);
  if (own_waits >= 0) result.own_waits_ms = own_waits;
  result.max_skew_ms = options.Parameter("max_skew", result.max_skew_ms);
  result.timer_max_delay_ms = options.Parameter("loop_timer_max_delay", result.timer_max_delay_ms);
  return result;
}

}  // namespace nacd::loop
