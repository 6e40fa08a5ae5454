#include "loop/engine.h"

namespace nacd::loop {
namespace {

int Int(const schedule::Options& options, const char* name, int otherwise) {
  return static_cast<int>(options.Parameter(name, otherwise));
}

}  // namespace

EngineOptions EngineOptions::From(const schedule::Options& options) {
  EngineOptions result;
  result.epoll_degrees_of_freedom = Int(options, "loop_epoll_degrees_of_freedom", result.epoll_degrees_of_freedom);
  result.pool_degrees_of_freedom = Int(options, "loop_pool_degrees_of_freedom", result.pool_degrees_of_freedom);
  result.starts = Int(options, "loop_starts", result.starts) != 0;
  const double held_budget = options.Parameter("held_budget", -1);
  if (held_budget >= 0) result.held_budget_ms = held_budget;
  const double own_waits = options.Parameter("own_waits", -1);
  if (own_waits >= 0) result.own_waits_ms = own_waits;
  result.max_skew_ms = options.Parameter("max_skew", result.max_skew_ms);
  result.timer_max_delay_ms = options.Parameter("loop_timer_max_delay", result.timer_max_delay_ms);
  return result;
}

}  // namespace nacd::loop
