#include "schedule/scheduler.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "hot.h"

namespace nacd::schedule {
namespace {

constexpr double kTimerNoiseMs = 15;

}  // namespace

Scheduler::Scheduler(Options options, std::unique_ptr<Strategy> strategy, trace::Writer* trace)
    : options_(std::move(options)),
      strategy_(std::move(strategy)),
      trace_(trace),
      stalls_(options_),
      hot_sites_(options_),
      needs_names_(options_.mode != Mode::kNever || trace != nullptr) {}

void Scheduler::SetReplay(Replay replay) {
  replay.awaited().set_on_opening(replay_.awaited().on_opening());
  replay_ = std::move(replay);
  replay_.SetTimers([this](const std::vector<std::string>& timers) { return stalls_.LastDueMs(timers); });
}

bool Scheduler::may_stall() const {
  if (options_.mode == Mode::kReplay) {
    return trace_ != nullptr || replay_.stalls() || stalls_.possible();
  }
  // A trace without delays says where the thread could stall, if that is asked for.
  if (options_.mode == Mode::kNever) return trace_ != nullptr && options_.Parameter("stalls", 0) > 0;
  return stalls_.possible();
}

Decision Scheduler::AskGates(const Operation& operation) {
  const Ticket ticket = gates_.Expect(operation);
  return {ticket != 0, 0, ticket};
}

NACD_HOT Decision Scheduler::Choose(const Operation& operation, double now_ms) {
  if (gates_.any()) {
    const Decision held = AskGates(operation);
    if (held.delay) return held;
  }
  if (options_.mode == Mode::kReplay) return WithinLimits(replay_.Find(operation, now_ms));
  if (options_.mode == Mode::kNever || !strategy_ || operation.machinery || passing_) return {};
  Notice(operation);
  resting_ = hot_sites_.Rests(operation);
  if (resting_) return {};
  Decision decision = strategy_->Decide(operation, StrategyTime(now_ms));
  decision.ms *= pace_ * operation.pace;
  const Decision allowed = WithinLimits(decision);
  if (decision.delay && !allowed.delay) strategy_->Refused();
  return allowed;
}

NACD_HOT void Scheduler::Notice(const Operation& operation) {
  const std::hash<std::string_view> hash;
  sites_.insert(operation.site.empty() ? hash(operation.api) : hash(operation.site));
}

NACD_HOT Decision Scheduler::WithinLimits(const Decision& decision) {
  if (!decision.delay || !limits_.any() || limits_.Allows(decision.ms)) return decision;
  return {};
}

// A schedule may be repeated with further stalls by chance.
NACD_HOT StallDecision Scheduler::ChooseStall(const Operation& operation, StallPlace place, double least_ms) {
  if (options_.mode == Mode::kReplay) {
    Decision decision = replay_.Find(operation);
    // Timers are set some milliseconds later on a slow machine, and the stall shall still reach the one it is for.
    if (least_ms - decision.ms <= kTimerNoiseMs) decision.ms = std::max(decision.ms, least_ms);
    if (decision.delay) decision = WithinLimits(decision);
    if (decision.delay) return {decision, true};
  }
  if (options_.mode == Mode::kNever) return {};
  Decision decision = stalls_.Decide(operation, place);
  if (!decision.delay) return {};
  decision.ms *= pace_;
  const bool at_timer = place == StallPlace::kAfterTimer || place == StallPlace::kBeforeTimers;
  // A stall that ends before the timer is due changes nothing. At full pace chance decides whether, not for how long.
  if (at_timer && pace_ < 1 && decision.ms < least_ms) return {};
  decision.ms = place == StallPlace::kAfterTimer ? least_ms : std::max(decision.ms, least_ms);
  return {WithinLimits(decision)};
}

void Scheduler::SetPace(double pace, double now_ms) {
  strategy_time_ms_ = StrategyTime(now_ms);
  paced_since_ms_ = now_ms;
  pace_ = pace;
}

NACD_HOT void Scheduler::Record(const Operation& operation, const Decision& decision) {
  if (options_.mode == Mode::kReplay) {
    if (operation.phase == Phase::kStall) replay_.Count(operation);
    replay_.Notice(operation);
  }
  if (trace_ && !operation.machinery) trace_->Write(operation, decision);
}

NACD_HOT void Scheduler::RecordRun(std::string_view name, Phase phase, bool machinery) {
  if (trace_ && !machinery) trace_->WriteRun(name, phase);
  if (gates_.any()) gates_.Ran(name, phase);
  replay_.awaited().Over(name, phase);
}

void Scheduler::RecordCancel(std::string_view name, Phase phase) {
  if (trace_) trace_->WriteCancel(name, phase);
  if (gates_.any()) gates_.Cancelled(name, phase);
  replay_.awaited().Over(name, phase);
}

Decision Scheduler::Decide(const Operation& operation, double now_ms) {
  const Decision decision = Choose(operation, now_ms);
  Record(operation, decision);
  return decision;
}

}  // namespace nacd::schedule
