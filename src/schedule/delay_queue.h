// The simple delay queue: runs tasks after a delay, on one libuv timer. NACD, algorithm 2 (runAfterDelay).
#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <vector>

#include "operation/operation.h"
#include "schedule/gates.h"
#include "schedule/hold.h"

namespace nacd::schedule {

using Task = std::function<void()>;

// Belongs to one loop's thread. While a task waits, the loop stays alive: nothing is lost at a natural end.
class DelayQueue {
 public:
  explicit DelayQueue(uv_loop_t* loop);
  DelayQueue(const DelayQueue&) = delete;
  DelayQueue& operator=(const DelayQueue&) = delete;

  // Runs `task` on the loop, `ms` milliseconds from now or later. Tasks that are due at the same time run in the order
  // in which they were added.
  void After(double ms, Task task);
  // The same as `decision` says: after its time, or when its gates are open. The last operation at a barrier goes
  // behind those that waited there.
  void Carry(const Decision& decision, Task task);
  // Without them no decision may have a ticket. They must outlive this.
  void set_gates(Gates* gates);
  // Call when events may have happened that some of what waits here is held for.
  void Reconsider();
  // `look` is called every few milliseconds while something waits and it returns true. It may call Reconsider().
  void set_look(std::function<bool()> look) { look_ = std::move(look); }
  // The loop's time in milliseconds, brought up to date.
  double Now();
  // Returns for how many milliseconds tasks have waited here so far; time in which several waited counts once.
  double HeldMs();
  size_t size() const { return waiting_.size(); }

  // Drops what waits and closes the timer; `closed` runs on the loop when this object may be deleted.
  void Close(std::function<void()> closed);

 private:
  struct Waiting {
    Hold hold;
    uint64_t order;
    Task task;
  };
  struct Later {
    bool operator()(const Waiting& a, const Waiting& b) const {
      const int64_t due_a = a.hold.due_ns(), due_b = b.hold.due_ns();
      return due_a != due_b ? due_a > due_b : a.order > b.order;
    }
  };

  void Add(Waiting waiting);
  void GoThroughGates();
  void RunDue();
  void Arm();
  void AskForTurn();
  uv_handle_t* Handle() { return reinterpret_cast<uv_handle_t*>(&timer_); }
  uv_handle_t* TurnHandle() { return reinterpret_cast<uv_handle_t*>(&turn_); }

  uv_loop_t* loop_;
  Gates* gates_ = nullptr;
  uv_timer_t timer_;
  uv_idle_t turn_;
  std::priority_queue<Waiting, std::vector<Waiting>, Later> waiting_;  // for their time
  std::map<Ticket, Waiting>
      at_gates_;  // by ticket: operations go through a gate in the order in which they were started
  uint64_t next_order_ = 0;
  bool running_ = false;
  double held_ms_ = 0;
  double held_since_ = 0;  // while something waits
  std::function<bool()> look_;
  std::function<void()> closed_;
};

}  // namespace nacd::schedule
