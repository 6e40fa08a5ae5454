#include "schedule/replay.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include "hot.h"

namespace nacd::schedule {
namespace {

using names::Tier;

constexpr size_t kNone = SIZE_MAX;
constexpr std::array kCounted = {Tier::kSubject, Tier::kSite, Tier::kParent};
constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr double kGapMs = 10;              // between two that are let go one after the other
constexpr double kAtOnceMs = 0.01;         // between two with nothing else in between
constexpr double kNearMs = 25;             // by which these move towards each other
constexpr size_t kMostParents = 1u << 20;  // a replay's memory must not grow with its program

std::string DelayKeyOf(std::string_view name, Phase phase) {
  std::string key(PhaseName(phase));
  key += ' ';
  key += name;
  return key;
}

std::string FormKey(std::string_view form, Tier tier, Phase phase) {
  return std::string(names::TierName(tier)) + ' ' + DelayKeyOf(form, phase);
}

}  // namespace

void Replay::Add(ReplayedDelay delay) {
  stalls_ = stalls_ || delay.phase == Phase::kStall;
  const auto [known, added] = names_.try_emplace(DelayKeyOf(delay.name, delay.phase), delays_.size());
  if (!added) {
    delays_[known->second].ms = delay.ms;
    return;
  }
  if (delay.tier != Tier::kName) {
    uses_[static_cast<size_t>(delay.tier)] = true;
    const std::string form = names::FormOf(delay.name, delay.tier, delay.parent);
    forms_[FormKey(form, delay.tier, delay.phase)].delays.try_emplace(delay.nth, delays_.size());
  }
  ranked_ = ranked_ || delay.rank > 0;
  if (delay.rank > 0) ranks_.Add({delay.loop, delay.rank}, delay.at_once);
  const AwaitedEvents* after =
      delay.after.empty() ? nullptr
                          : awaited_.Add(DelayKeyOf(delay.name, delay.phase), std::move(delay.after), delay.ms);
  delays_.push_back({delay.ms, {delay.loop, delay.rank}, {}, std::move(delay.until), delay.before_end, after});
}

void Replay::Add(const ReplayedEvent& event) {
  awaits_by_[static_cast<size_t>(event.tier)] = true;
  const std::string form = names::FormOf(event.name, event.tier, event.parent);
  event_forms_[FormKey(form, event.tier, event.phase)].events.try_emplace(event.nth, event.name);
}

NACD_HOT void Replay::Notice(const Operation& operation) {
  if (event_forms_.empty() || operation.machinery) return;
  for (const Tier tier : kCounted) {
    if (!awaits_by_[static_cast<size_t>(tier)]) continue;
    const std::string_view parent = tier == Tier::kParent ? ParentOf(operation.name) : std::string_view();
    const auto found = event_forms_.find(FormKey(names::FormOf(operation.name, tier, parent), tier, operation.phase));
    if (found == event_forms_.end() || found->second.last == operation.name) continue;
    EventForm& form = found->second;
    form.last = operation.name;
    const auto event = form.events.find(++form.count);
    if (event != form.events.end()) awaited_.Named(event->second, operation.name, operation.phase);
  }
  if (awaits_by_[static_cast<size_t>(Tier::kParent)]) Remember(operation.name);
}

NACD_HOT Decision Replay::Find(const Operation& operation, double now_ms) {
  const auto found = names_.find(DelayKeyOf(operation.name, operation.phase));
  size_t index = found == names_.end() ? kNone : found->second;
  // Each tier counts each operation, also one that its name has decided; machinery is not in the trace from which the
  // counts are.
  for (const Tier tier : kCounted) {
    if (operation.machinery) break;
    if (!uses_[static_cast<size_t>(tier)]) continue;
    const size_t by_tier = ByTier(operation, tier);
    if (index == kNone) index = by_tier;
  }
  if (uses_[static_cast<size_t>(Tier::kParent)] && !operation.machinery) Remember(operation.name);
  return index == kNone ? Decision{} : Give(index, operation.name, now_ms);
}

Replay::Form* Replay::FormOf(const Operation& operation, Tier tier) {
  const std::string_view parent = tier == Tier::kParent ? ParentOf(operation.name) : std::string_view();
  const auto found = forms_.find(FormKey(names::FormOf(operation.name, tier, parent), tier, operation.phase));
  return found == forms_.end() ? nullptr : &found->second;
}

size_t Replay::ByTier(const Operation& operation, Tier tier) {
  Form* form = FormOf(operation, tier);
  if (!form) return kNone;
  const uint32_t number = form->count + (form->last != operation.name);
  if (operation.phase != Phase::kStall) CountIn(form, operation.name);
  const auto delay = form->delays.find(number);
  return delay == form->delays.end() ? kNone : delay->second;
}

void Replay::CountIn(Form* form, std::string_view name) {
  if (form->last != name) form->count++;
  form->last = name;
}

void Replay::Count(const Operation& stall) {
  for (const Tier tier : kCounted) {
    Form* form = uses_[static_cast<size_t>(tier)] ? FormOf(stall, tier) : nullptr;
    if (form) CountIn(form, stall.name);
  }
}

std::string_view Replay::ParentOf(std::string_view name) {
  const std::string_view digits = names::Read(name).parent;
  const auto known = digits.empty() ? parents_.end() : parents_.find(names::ReadDigits(digits));
  return known == parents_.end() ? std::string_view() : std::string_view(known->second);
}

void Replay::Remember(std::string_view name) {
  if (parents_.size() < kMostParents) parents_.try_emplace(names::DigitsOf(name), names::FormOf(name, Tier::kSite));
}

Decision Replay::Give(size_t index, std::string_view name, double now_ms) {
  Entry& entry = delays_[index];
  const bool first = entry.taker.empty();
  if (first) entry.taker = name;
  if (entry.taker != name || (entry.after && entry.after->left == 0)) return {};
  if (entry.after) awaited_.Holds(entry.after);
  if (first && entry.place.rank > 0) entry.ms = InOrder(entry.place, entry.ms, now_ms);
  return {true,
          entry.ms,
          0,
          &ranks_,
          entry.place.loop,
          entry.place.rank,
          entry.until.empty() ? nullptr : &entry.until,
          entry.before_end,
          entry.after};
}

// Delays follow each other by less time than a loaded machine takes to load a module, so the times alone would not
// repeat the order in which operations are let go. Of two with nothing between them in the failing run, the one that
// comes last moves close to the other, if it would not be far away.
double Replay::InOrder(Ranks::Place place, double ms, double now_ms) {
  const uint32_t rank = place.rank;
  while (!due_.empty() && due_.begin()->second <= now_ms) due_.erase(due_.begin());
  const auto next = due_.lower_bound(rank);
  const bool has_earlier = next != due_.begin();
  const double earliest = has_earlier ? std::prev(next)->second : now_ms;
  const double latest = next == due_.end() ? kEndless : next->second;
  const double half = (latest - earliest) / 2;
  const bool joins = has_earlier && std::prev(next)->first + 1 == rank && ranks_.IsAtOnce(place);
  const bool joined = next != due_.end() && next->first == rank + 1 && ranks_.IsAtOnce({place.loop, next->first});
  const double least = has_earlier ? earliest + (joins ? kAtOnceMs : std::min(kGapMs, half)) : now_ms;
  const double most = std::max(least, latest - (joined ? kAtOnceMs : std::min(kGapMs, half)));
  double due = std::clamp(now_ms + ms, least, most);
  if (joins && due - least < kNearMs) due = least;
  if (joined && most - due < kNearMs) due = most;
  due_.emplace_hint(next, rank, due);
  ranks_.Met(place, static_cast<int64_t>(due * kNsPerMs));
  return due - now_ms;
}

}  // namespace nacd::schedule
