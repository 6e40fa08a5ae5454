#include "requests/rank.h"

#include <algorithm>
#include <utility>

namespace nacd::requests {
namespace {

using enum EffectClass;

struct Judgment {
  Pattern pattern;
  double rank;
  uint32_t why = 0;
};

// R {A',W',D'} {A,W,D}: what was read is not true any more when it is used.
Judgment CheckThenAct(EffectClass changed, EffectClass acted, EffectClass met) {
  // R' beside R: both look first.
  const double both = met == kRead ? 0.02 : 0;
  if (changed == kAdd && acted == kAdd) return {Pattern::kP1, 0.93 + both, kCreatesRead};
  if (changed == kWrite && acted == kWrite) return {Pattern::kP1, 0.88 + both, kOverwritesRead};
  if (changed == kDelete || acted == kDelete) return {Pattern::kP1, 0.66 + both, kDeletesRead};
  return {Pattern::kP1, 0.74 + both, changed == kAdd ? kCreatesRead : kChangesRead};
}

Judgment Judge(EffectClass first, EffectClass changed, EffectClass last, EffectClass met, bool deletes_and_adds) {
  if (first == kRead && last != kRead) return CheckThenAct(changed, last, met);
  if (first == kRead) return {Pattern::kP5, 0.3, kSeesHalf};
  if (first == kDelete && last == kAdd && deletes_and_adds) return {Pattern::kP4, 0.7, kCreatesRead};
  const bool adds = changed == kAdd || met == kAdd;
  if (first == kAdd && adds && last != kDelete) return {Pattern::kP2, 0.45, 0};
  if (first == kWrite && adds && last != kDelete) return {Pattern::kP3, 0.5, 0};
  if (first != kDelete && last == kRead && met != kRead) return {Pattern::kP5, 0.4, kSeesHalf};
  return {Pattern::kOther, 0.25, 0};
}

bool IsLog(std::string_view table) {
  std::string name(table);
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const std::string_view word : {"_log", "log_", "logs", "audit", "metric", "event", "trace"}) {
    if (name.find(word) != std::string::npos) return true;
  }
  return name == "log";
}

bool HasBoth(const Conflicts& conflicts, const Window& window) {
  bool deletes = false;
  bool adds = false;
  for (const Conflict& conflict : conflicts.list) {
    if (conflict.first != window.first && conflict.first != window.last) continue;
    deletes |= conflict.second_effect->kind == kDelete;
    adds |= conflict.second_effect->kind == kAdd;
  }
  return deletes && adds;
}

}  // namespace

bool IsRefused(const Conflicts& conflicts, uint32_t position) {
  return std::any_of(conflicts.list.begin(), conflicts.list.end(), [&](const Conflict& conflict) {
    return conflict.first == position && conflict.first_effect->kind == kAdd && conflict.second_effect->kind == kAdd;
  });
}

void Rank(const Recording& recording, const Conflicts& conflicts, bool refused, Window* window) {
  const Conflict& before = *window->before;
  const Conflict& after = *window->after;
  const bool replaces = before.first_effect->kind == kDelete && after.first_effect->kind == kAdd;
  const Judgment judged = Judge(before.first_effect->kind, before.second_effect->kind, after.first_effect->kind,
                                after.second_effect->kind, replaces && HasBoth(conflicts, *window));
  window->pattern = judged.pattern;
  window->why = judged.why;
  double rank = judged.rank;
  if (before.first_effect->table != after.first_effect->table) {
    if (judged.why != kCreatesRead) window->why = judged.pattern == Pattern::kP1 ? uint32_t{kChangesRead} : 0;
    window->why |= kSeveralTables;
    rank *= 0.8;
  }
  if (judged.pattern == Pattern::kP1 && refused) {
    rank *= 0.65;
    window->why |= kUniqueRefuses;
  }
  if (after.first_effect->guards) {
    rank *= 0.7;
    window->why |= kMayBeRefused;
  }
  if (window->expires > 0) {
    rank *= 0.7;
    window->why |= kLockRunsOut;
  }
  const bool added = before.second_effect->kind == kAdd || before.first_effect->kind == kAdd;
  if (!before.same_row && !added) {
    rank -= 0.1;
    window->why |= kRowsUnknown;
  }
  if (IsLog(recording.strings.Text(after.first_effect->table))) {
    rank -= 0.15;
    window->why |= kLogTable;
  }
  window->rank = std::max(rank, 0.0);
}

std::string_view PatternName(Pattern pattern) {
  static constexpr std::string_view kNames[] = {"P1", "P2", "P3", "P4", "P5", "other", "locks"};
  return kNames[static_cast<size_t>(pattern)];
}

std::string_view WhyText(uint32_t bit) {
  static constexpr std::pair<uint32_t, std::string_view> kTexts[] = {
      {kCreatesRead, "creates what the other reads"},
      {kOverwritesRead, "overwrites what the other wrote after reading it"},
      {kUniqueRefuses, "a unique key refuses the second insert"},
      {kDeletesRead, "deletes what the other reads"},
      {kSeveralTables, "several tables or stores"},
      {kRowsUnknown, "the rows are not known to be the same"},
      {kChangesRead, "changes what the other has checked"},
      {kSeesHalf, "sees one part before and one part after the change"},
      {kLogTable, "the table looks like a log"},
      {kOtherTests, "the requests are from different tests"},
      {kMayBeRefused, "a condition of the last statement may refuse it"},
      {kRefuses, "is refused after the other"},
      {kLockRunsOut, "a lock runs out while its holder is at work"},
      {kOppositeLocks, "locks the same rows in the opposite order"}};
  for (const auto& [one, text] : kTexts) {
    if (one == bit) return text;
  }
  return {};
}

}  // namespace nacd::requests
