#include "schedule/ranks.h"

#include <algorithm>

namespace nacd::schedule {
namespace {

constexpr int64_t kGapNs = 2 * kNsPerMs;  // between two that go one after the other
constexpr int64_t kAtOnceNs = kNsPerMs / 100;
constexpr int64_t kStepNs = 10 * kNsPerMs;  // after which one that waits looks again
// Time in which a loaded machine loads a module or starts a thread.
constexpr int64_t kLongestNs = 300 * kNsPerMs;
constexpr int64_t kLongestTimerNs = 1000 * kNsPerMs;  // by which a timer is set late
constexpr int kMostInVain = 3;                        // then the program has taken another path

}  // namespace

void Ranks::Add(Place place, bool at_once) { loops_[place.loop].entries[place.rank] = {.at_once = at_once}; }

bool Ranks::IsAtOnce(Place place) const {
  const auto loop = loops_.find(place.loop);
  if (loop == loops_.end()) return false;
  const auto entry = loop->second.entries.find(place.rank);
  return entry != loop->second.entries.end() && entry->second.at_once;
}

void Ranks::Met(Place place, int64_t due_ns) {
  Entry& entry = loops_[place.loop].entries[place.rank];
  entry.met = true;
  entry.due_ns = due_ns;
}

void Ranks::GiveUp(Loop* loop, uint32_t rank) {
  const bool ends = ++loop->vain >= kMostInVain;
  std::erase_if(loop->entries, [=](const auto& entry) { return !entry.second.met && (ends || entry.first < rank); });
}

int64_t Ranks::WaitsUntil(Place place, int64_t now_ns) {
  Loop& loop = loops_[place.loop];
  auto at = loop.entries.begin();
  while (at != loop.entries.end() && at->first < place.rank) {
    auto& [rank, earlier] = *at;
    const bool at_once = rank + 1 == place.rank && IsAtOnce(place);
    int64_t until = earlier.due_ns + (at_once ? kAtOnceNs : kGapNs);
    if (!earlier.met) {
      if (earlier.awaited_since_ns == 0) earlier.awaited_since_ns = now_ns;
      if (now_ns - earlier.awaited_since_ns >= kLongestNs) {
        GiveUp(&loop, place.rank);
        at = loop.entries.begin();
        continue;
      }
      until = now_ns + kStepNs;
    } else if (until <= now_ns) {
      at = loop.entries.erase(at);
      continue;
    }
    Met(place, until);
    return until;
  }
  return 0;
}

int64_t Ranks::BehindTimers(const std::vector<std::string>& timers, int64_t due_ns, int64_t now_ns) const {
  const double last_ms = last_due_ms_ ? last_due_ms_(timers) : 0;
  const auto until = static_cast<int64_t>(std::max(last_ms, 0.0) * kNsPerMs) + kGapNs;
  return until > now_ns && until <= due_ns + kLongestTimerNs ? until : 0;
}

}  // namespace nacd::schedule
