#include "loop/linux/timer_stalls.h"

#include <algorithm>
#include <cmath>

namespace nacd::loop {

using schedule::StallPlace;

namespace {

// Returns when the last timer is due that can fire in the same turn. `reverse` stalls at few places, and what a timer
// starts comes after all that fire in its turn.
double LastTimerMs(schedule::Stalls& stalls, double due_ms, double next_ms, double latest_ms) {
  const auto timers = stalls.DueWithin(due_ms, latest_ms);
  return timers.empty() ? next_ms : std::max(next_ms, timers.back().first);
}

}  // namespace

std::optional<TimerStalls::Stall> TimerStalls::Choose(double due_ms, double now_ms, bool holding, bool more) {
  if (made_) return {};
  schedule::Stalls& stalls = scheduler_->stalls();
  const auto [first, next] = stalls.NextTwo(due_ms);
  const double longest = stalls.longest_gap_ms(holding);
  const bool merges = next - now_ms <= longest;
  if (first.empty() || (!merges && !more)) return {};
  Stall stall{std::string(first) + kBefore, {}};
  const bool reverses = scheduler_->options().strategy == "reverse";
  if (!merges) {
    stall.for_others = true;
    // A stall does not bring anything that this strategy holds.
    if (!reverses) stall.decision = scheduler_->ChooseStall(StallNamed(stall.name), StallPlace::kBeforeTimers);
    return stall;
  }
  const double gap = (reverses ? LastTimerMs(stalls, due_ms, next, now_ms + longest) : next) - now_ms;
  stall.decision = scheduler_->ChooseStall(StallNamed(stall.name), StallPlace::kBeforeTimers, std::ceil(gap));
  return stall;
}

std::optional<TimerStalls::Stall> TimerStalls::Replayed(double due_ms, double now_ms) {
  if (made_ || due_ms > now_ms) return {};
  schedule::Stalls& stalls = scheduler_->stalls();
  for (const auto& [timer_due, timer] : stalls.DueWithin(due_ms, now_ms)) {
    Stall stall{timer + kBefore, {}};
    if (replayed_.count(stall.name) > 0 || !scheduler_->IsReplayed(StallNamed(stall.name))) continue;
    const double least = std::max(0.0, std::ceil(stalls.NextTimerMs(timer_due) - now_ms));
    schedule::StallDecision& decision = stall.decision;
    decision = scheduler_->ChooseStall(StallNamed(stall.name), StallPlace::kBeforeTimers, least);
    const double last = decision.until ? stalls.LastDueMs(*decision.until) : -INFINITY;
    if (last >= timer_due) decision.ms = std::max(0.0, std::ceil(last - now_ms));
    replayed_.insert(stall.name);
    made_ = true;
    return stall;
  }
  return {};
}

}  // namespace nacd::loop
