#include "schedule/ranks.h"

#include <algorithm>

namespace nacd::schedule {
namespace {

constexpr int64_t kGapNs = 2 * kNsPerMs;    // between two that go one after the other
constexpr int64_t kStepNs = 10 * kNsPerMs;  // after which one that waits looks again
// Time in which a loaded machine loads a module or starts a thread.
constexpr int64_t kLongestNs = 300 * kNsPerMs;
constexpr int kMostInVain = 3;  // then the program has taken another path

}  // namespace

void Ranks::Add(Place place) {
  std::vector<Entry>& entries = loops_[place.loop].entries;
  entries.resize(std::max<size_t>(entries.size(), place.rank), Entry{.given_up = true});
  entries[place.rank - 1] = {};
}

void Ranks::Met(Place place, int64_t due_ns) {
  Entry& entry = loops_[place.loop].entries[place.rank - 1];
  entry.met = true;
  entry.due_ns = due_ns;
}

bool Ranks::HasGone(const Entry& entry, int64_t now_ns) const {
  return entry.met ? entry.due_ns + kGapNs <= now_ns : entry.given_up;
}

void Ranks::GiveUp(Loop* loop, uint32_t rank) {
  const bool ends = ++loop->vain >= kMostInVain;
  const size_t end = ends ? loop->entries.size() : rank - 1;
  for (size_t at = loop->first; at < end; at++) loop->entries[at].given_up = true;
}

int64_t Ranks::WaitsUntil(Place place, int64_t now_ns) {
  Loop& loop = loops_[place.loop];
  while (loop.first < loop.entries.size() && HasGone(loop.entries[loop.first], now_ns)) loop.first++;
  for (size_t at = loop.first; at + 1 < place.rank; at++) {
    Entry& earlier = loop.entries[at];
    if (HasGone(earlier, now_ns)) continue;
    int64_t until = earlier.due_ns + kGapNs;
    if (!earlier.met) {
      if (earlier.awaited_since_ns == 0) earlier.awaited_since_ns = now_ns;
      if (now_ns - earlier.awaited_since_ns >= kLongestNs) {
        GiveUp(&loop, place.rank);
        continue;
      }
      until = now_ns + kStepNs;
    }
    Met(place, until);
    return until;
  }
  return 0;
}

}  // namespace nacd::schedule
