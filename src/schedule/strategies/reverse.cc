#include "schedule/strategies/reverse.h"

#include <algorithm>

#include "schedule/random.h"

namespace nacd::schedule {

namespace {

// A replay has the same delays, but decides a little earlier or later: what lies too near changes places then.
constexpr double kGapMs = 10;

double Before(double due, double now_ms) { return due - std::min(kGapMs, (due - now_ms) / 10); }

}  // namespace

Decision Reverse::Decide(const Operation& operation, double now_ms) {
  // Starts and timers keep their order: it is completions that are turned round.
  if (operation.phase == Phase::kAction || operation.phase == Phase::kRegistration ||
      operation.phase == Phase::kTimer) {
    return {};
  }
  while (!due_.empty() && due_.back() <= now_ms) due_.pop_back();
  const bool always = options_.mode == Mode::kAlways;
  // A share of the groups begins with one that is not held, or a seed would make no difference.
  if (due_.empty() && !always && UnitRandom(options_.seed, HashOf(operation), 0) >= options_.probability) return {};
  const double due = due_.empty() ? now_ms + options_.max_delay_ms : Before(due_.back(), now_ms);
  if (due <= now_ms) return {};
  due_.push_back(due);
  return {true, due - now_ms};
}

}  // namespace nacd::schedule
