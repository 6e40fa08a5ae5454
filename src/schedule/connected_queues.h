// Connected delays: callbacks that share an object keep their order. NACD, algorithm 3 (decideConnectedDelay,
// scheduleFirstOf): the first of a queue is delayed, the next one is taken up when it has run.
#pragma once

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "operation/operation.h"
#include "schedule/delay_queue.h"

namespace nacd::schedule {

// Belongs to one loop's thread. One queue an object; a queue that is empty takes no memory.
class ConnectedQueues {
 public:
  explicit ConnectedQueues(DelayQueue* delays) : delays_(delays) {}

  // True when something of `object` waits or runs: whatever comes next of it must queue up behind.
  bool Pending(uint64_t object) const { return queues_.count(object) != 0; }
  bool AnyPending() const { return !queues_.empty(); }

  // Runs `task` after everything of `object` that waits, and, when its turn has come, after `decision`'s delay.
  // Runs it before returning where nothing waits and there is no delay. `task` must not throw.
  // A `cancellable` task is dropped by Cancel().
  void Enqueue(uint64_t object, const Decision& decision, Task task, bool cancellable = false);

  // Drops what waits of `object` and may be: the program has closed it, and nothing more comes of it.
  void Cancel(uint64_t object);

  // Runs what waits of `object` now, in its order: what comes next must not overtake it.
  void RunWaiting(uint64_t object);

 private:
  struct Item {
    Decision decision;
    Task task;
    bool cancellable = false;
    bool scheduled = false;
  };
  using Queue = std::deque<Item>;

  void ScheduleFirstOf(uint64_t object);
  void RunFirstOf(uint64_t object);

  DelayQueue* delays_;
  std::unordered_map<uint64_t, Queue> queues_;
};

}  // namespace nacd::schedule
