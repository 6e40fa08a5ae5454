// In which order a failing run carried out the operations that its schedule delays. A replay on a slow machine meets
// some of them late: others that went behind them then are due before they have even come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "schedule/time.h"

namespace nacd::schedule {

// Belongs to one loop's thread, and knows the ranks of all loops of the program: each has its own order.
class Ranks {
 public:
  // The place of one operation: the number of its loop in the schedule, and its rank there, from 1. 0: none.
  struct Place {
    uint32_t loop = 0;
    uint32_t rank = 0;
  };

  // `at_once`: in the failing run nothing else ran between the operation of the rank before and this one.
  void Add(Place place, bool at_once = false);
  // True if the operation goes at once behind that of the rank before.
  bool IsAtOnce(Place place) const;
  // The operation has come, and is held until `due_ns`.
  void Met(Place place, int64_t due_ns);
  // Returns until when an operation that is due at `now_ns` waits for those of lower rank: for those that wait, and for
  // those that have not come, but only so long; 0: it does not. Call it again at that time.
  int64_t WaitsUntil(Place place, int64_t now_ns);

  // `last_due_ms` returns when the last of the timers that are pending, of those given, is due.
  using LastDueMs = std::function<double(const std::vector<std::string>& timers)>;
  void SetTimers(LastDueMs last_due_ms) { last_due_ms_ = std::move(last_due_ms); }
  // The same for `timers`, which fired in the failing run before an operation that is due since `due_ns`: work between
  // two timers takes real time, so on a slow machine they are set late. 0: it does not wait for them, or no longer.
  int64_t BehindTimers(const std::vector<std::string>& timers, int64_t due_ns, int64_t now_ns) const;

 private:
  struct Entry {
    bool at_once = false;
    bool met = false;
    int64_t due_ns = 0;
    int64_t awaited_since_ns = 0;  // 0: nobody has waited for it
  };
  struct Loop {
    std::map<uint32_t, Entry> entries;  // by rank: those that have not gone
    int vain = 0;                       // how often somebody waited in vain
  };

  // Nobody waits any more for what had not come when `rank` was due.
  static void GiveUp(Loop* loop, uint32_t rank);

  std::map<uint32_t, Loop> loops_;
  LastDueMs last_due_ms_;
};

}  // namespace nacd::schedule
