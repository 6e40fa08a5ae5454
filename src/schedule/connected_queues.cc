#include "schedule/connected_queues.h"

#include <utility>

namespace nacd::schedule {

void ConnectedQueues::Enqueue(uint64_t object, const Decision& decision, Task task, bool cancellable) {
  queues_[object].push_back({decision, std::move(task), cancellable});
  ScheduleFirstOf(object);
}

void ConnectedQueues::Cancel(uint64_t object) {
  const auto found = queues_.find(object);
  if (found == queues_.end()) return;
  // Emptied, not removed: the first one's timer may be running, and what is left keeps its place.
  for (Item& item : found->second) {
    if (!item.cancellable) continue;
    item.task = [] {};
    if (!item.scheduled) item.decision = {};
  }
}

void ConnectedQueues::RunWaiting(uint64_t object) {
  // Emptied, not removed, as in Cancel(). A task may add to the queue: it is looked up anew in each round.
  for (size_t i = 0;; i++) {
    const auto found = queues_.find(object);
    if (found == queues_.end() || i >= found->second.size()) return;
    Item& item = found->second[i];
    if (!item.task) continue;  // it is running
    const Task task = std::exchange(item.task, [] {});
    if (!item.scheduled) item.decision = {};
    task();
  }
}

void ConnectedQueues::ScheduleFirstOf(uint64_t object) {
  // A task may add to its own queue or to others, so the queue is looked up anew in each round.
  for (auto found = queues_.find(object); found != queues_.end(); found = queues_.find(object)) {
    Item& first = found->second.front();
    if (first.scheduled) return;
    first.scheduled = true;
    if (first.decision.delay) {
      delays_->Carry(first.decision, [this, object] {
        RunFirstOf(object);
        ScheduleFirstOf(object);
      });
      return;
    }
    RunFirstOf(object);
  }
}

void ConnectedQueues::RunFirstOf(uint64_t object) {
  const Task task = std::move(queues_.at(object).front().task);
  task();  // the item stays at the front meanwhile, so that what comes during it waits behind it
  const auto found = queues_.find(object);
  found->second.pop_front();
  if (found->second.empty()) queues_.erase(found);
}

}  // namespace nacd::schedule
