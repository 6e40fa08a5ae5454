#include "schedule/stalls.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hot.h"
#include "schedule/random.h"

namespace nacd::schedule {
namespace {

constexpr double kNoTimer = std::numeric_limits<double>::infinity();
constexpr size_t kMostTimers = 4096;  // that are known at a time

// Share of places at which the thread stalls. A schedule that is replayed has its own stalls.
double StallShareOf(const Options& options) {
  if (options.mode == Mode::kNever) return 0;
  const double share = options.strategy == "pct" ? 0.05 : 0.4 * options.probability;
  return options.Parameter("stalls", options.mode == Mode::kReplay ? 0 : share);
}

// A long stall would undo the order that a strategy has made by holding events.
constexpr double kShortMs = 5;
constexpr double kLongestGapMs = 20;       // between two timers
constexpr double kLongestLoneGapMs = 200;  // where no events are held

}  // namespace

Stalls::Stalls(const Options& options)
    : options_(options),
      probability_(StallShareOf(options)),
      reverses_(options.mode != Mode::kReplay && options.strategy == "reverse"),
      longest_ms_(std::max(0.0, reverses_ ? std::min(kLongestGapMs, options.max_delay_ms) : options.max_delay_ms)) {}

// Short stalls are as likely as long ones on a logarithmic scale: most timers that may merge are close together, while
// operations that are held themselves wait for long.
Decision Stalls::Decide(const Operation& operation, StallPlace place) {
  if (longest_ms_ < 1) return {};
  if (reverses_) return InTurn(place);
  const uint64_t name = HashOf(operation);
  if (UnitRandom(options_.seed, name, 0) >= probability_) return {};
  const bool may_be_long = place == StallPlace::kBeforeImmediates || place == StallPlace::kStart;
  const bool long_one = may_be_long && UnitRandom(options_.seed, name, 2) < 0.5;
  if (long_one) return {true, longest_ms_};
  return {true, std::floor(std::exp2(UnitRandom(options_.seed, name, 1) * std::log2(longest_ms_ + 1)))};
}

double Stalls::longest_gap_ms(bool holding) const {
  return reverses_ && !holding ? std::min(kLongestLoneGapMs, options_.max_delay_ms) : longest_ms_;
}

// The sum of the shares passes a whole number at each place that stalls. All that a worker does comes later if it
// starts late, so nothing is undone.
Decision Stalls::InTurn(StallPlace place) {
  if (place == StallPlace::kBeforeEvent) return {};
  if (place == StallPlace::kStart) return {probability_ >= 1, options_.max_delay_ms};
  const double start = 1 - probability_;
  const auto count = static_cast<double>(places_[place]++);
  const bool stalls = std::floor(start + (count + 1) * probability_) > std::floor(start + count * probability_);
  const double ms = place == StallPlace::kBeforeImmediates ? std::min(kShortMs, longest_ms_) : 1;
  return {stalls, stalls ? ms : 0};
}

NACD_HOT bool Stalls::TimerSet(uint64_t id, std::string_view name, double now_ms, double ms) {
  if (!on()) return false;
  const double time = ms >= 1 && ms <= INT32_MAX ? std::floor(ms) : 1;  // as Node.js does
  ForgetBefore(next_due_ms_ ? std::min(now_ms, next_due_ms_()) : now_ms);
  if (timers_.size() < kMostTimers) {
    const auto added = timers_.emplace(now_ms + time, Timer{id, std::string(name)});
    if (id != 0) by_id_[id] = added;
  }
  return after_timer_(name, time);
}

void Stalls::TimerGone(uint64_t id) {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return;
  timers_.erase(found->second);
  by_id_.erase(found);
}

void Stalls::ForgetBefore(double ms) {
  while (!timers_.empty() && timers_.begin()->first < ms) {
    by_id_.erase(timers_.begin()->second.id);
    timers_.erase(timers_.begin());
  }
}

double Stalls::NextTimerMs(double now_ms) const {
  const auto next = timers_.upper_bound(now_ms);
  return next == timers_.end() ? kNoTimer : next->first;
}

std::pair<std::string_view, double> Stalls::NextTwo(double due_ms) {
  ForgetBefore(due_ms);
  if (timers_.empty()) return {{}, kNoTimer};
  return {timers_.begin()->second.name, NextTimerMs(timers_.begin()->first)};
}

std::vector<std::pair<double, std::string>> Stalls::DueWithin(double from_ms, double to_ms) {
  ForgetBefore(from_ms);
  std::vector<std::pair<double, std::string>> found;
  for (const auto& [due, timer] : timers_) {
    if (due > to_ms) break;
    found.emplace_back(due, timer.name);
  }
  return found;
}

double Stalls::LastDueMs(const std::vector<std::string>& until) const {
  constexpr std::string_view kTimer = "timer ";
  double last = -kNoTimer;
  for (const std::string& operation : until) {
    if (!operation.starts_with(kTimer)) continue;
    const std::string_view name = std::string_view(operation).substr(kTimer.size());
    const auto has_name = [name](const auto& entry) { return entry.second.name == name; };
    const auto found = std::find_if(timers_.begin(), timers_.end(), has_name);
    if (found != timers_.end()) last = std::max(last, found->first);
  }
  return last;
}

}  // namespace nacd::schedule
