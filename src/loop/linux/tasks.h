// The tasks that one loop has in the worker pool: each one's start and completion can be held. All on the loop's
// thread, no worker is ever held. Completions come one at a time, so that other callbacks can come between (Node.fz,
// 4.3.3, de-multiplexing).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loop/linux/clock.h"
#include "loop/linux/names.h"
#include "loop/linux/pool.h"
#include "loop/linux/quick_tasks.h"
#include "loop/linux/retries.h"
#include "loop/linux/uv_internals.h"
#include "schedule/hold.h"
#include "schedule/scheduler.h"

namespace nacd::loop {

class Tasks {
 public:
  // `is_alone`: true if a system call of a task can wait for nobody that needs this thread.
  Tasks(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names, std::function<bool()> is_alone);

  // Called when `link` has just been submitted, with the pool's mutex held and about to be released. Returns true if
  // no worker should run it now.
  bool OnSubmitted(uv::Link* link, bool slow);
  // Runs the tasks that workers should not run. Call without the pool's mutex.
  void RunHere();
  // Called with the mutex of finished tasks held, before libuv takes them all.
  void OnTaking();
  // Call at each poll: returns one due task to libuv, and starts those that are due. Returns whether one started.
  bool Release(int64_t now);
  // Called before libuv takes a task. Returns how many more to deliver in this turn of the loop (batch.h). `all`: as
  // many of the due ones as one turn allows.
  size_t BatchAt(int64_t now, bool all);
  // Collects what the workers have finished, before libuv asks for it, and decides about it.
  void CollectFinished(int64_t now);
  // Number of tasks that workers have finished and libuv has not taken yet.
  size_t finished() const;
  // True if the completion of the task `name` may still come.
  bool IsAwaited(std::string_view name) const;
  // Name of the task that libuv will see next; empty if there is none.
  std::string NextName() const;
  // Returns another task to libuv in the same turn. False if none is due.
  bool ReturnNext(int64_t now);
  // Called when gates have opened.
  void GoThroughGates(int64_t now);
  // Makes everything held due now (libuv's loop is being torn down, or tasks are cancelled).
  void ReleaseSoon() { all_due_ = true; }
  // Call before the loop's thread blocks outside its poll: postponed tasks would never start. `why` goes into the
  // gates' report on those that waited; null: no report.
  void ReleaseStarts(const char* why);
  // Returns everything to libuv.
  void ReturnAll();
  // When to call Release() next; kNever if nothing is held.
  int64_t NextDue() const;
  // True if the start of some task is postponed.
  bool starting() const { return starting_ > 0; }
  // Called after a poll: tasks submitted from now on belong to the next turn of the loop.
  void NextTurn() { before_turn_ = submitted_; }
  // The same for tasks submitted in this turn, except those held at gates.
  bool starting_new() const;
  // Starts those.
  void StartNew();
  bool holding() const { return held_ > 0 || starting_ > 0; }
  // True if a task was returned and libuv is about to see it. (A worker may have announced its own task to libuv
  // without having written to the wake-up descriptor yet: then nothing is ready, though something soon will be.)
  bool awaiting_libuv() const { return returned_; }
  // True if a postponed task waits until a worker has finished its current one.
  bool awaiting_worker() const { return starting_ > 0 && in_pool() > 0; }
  // Number of tasks that a worker has, or will take without us. The end of each will wake the loop.
  size_t in_pool() const { return tasks_.size() - held_ - starting_; }
  void Dump(std::string* out) const;
  Retries& retries() { return retries_; }

 private:
  enum class State { kStarting, kPending, kHeld, kReleased };
  struct Task {
    uv::Work* work = nullptr;
    State state = State::kPending;
    bool slow = false;
    bool has_worker = false;  // counted as a held start that a worker has
    schedule::Hold hold;      // of its start or of its completion
    std::string name;
    std::string root;
    std::string api;
    bool machinery = false;       // see Operation
    bool root_machinery = false;  // the same for the operation that submitted it
    uint64_t question = 0;        // Retries'
  };
  using Map = std::map<uint64_t, Task>;  // by order of submission

  Map::iterator Add(uv::Work* work);
  Map::iterator FindOrAdd(uv::Work* work);
  void Describe(Task* task);
  // Records what a task asks the system.
  void Ask(Task* task, int64_t now);
  void Answer(const Task& task, int64_t now);
  // `files`: the ones that the task touches, for the trace.
  schedule::Decision Decide(const Task& task, schedule::Phase phase, int64_t now,
                            const schedule::TouchedFiles* files = nullptr);
  schedule::Decision DecideStart(const Task& task, int64_t now);
  bool IsQueued(const Task& task, int busy) const;
  int BusyWorkers() const;
  bool RunsHere(uv::Work* work);
  void CountStarting(Task* task, bool queued);
  void CancelStart(const Task& task);
  schedule::Hold HoldAs(const schedule::Decision& decision, int64_t now) const;
  void HoldBack(Map::iterator task);
  template <typename Found>
  void EachFinished(const Found& found) const;
  void HoldFinished(int64_t now);
  bool PassesTogether() const;
  // The task to deliver next, or end.
  Map::iterator NextHeld(int64_t now, int64_t* due);
  void Return(Map::iterator task);
  bool ReturnDue(int64_t now);
  void AnnounceReturned();
  void StartDue(int64_t now, bool all);
  int Overtake() const;
  int OvertakeSlow() const;

  uv_loop_t* loop_;
  schedule::Scheduler* scheduler_;
  Names* names_;
  Retries retries_;
  std::function<bool()> is_alone_;
  Map tasks_;
  std::unordered_map<uv::Work*, uint64_t> order_;
  uint64_t submitted_ = 0;
  uint64_t before_turn_ = 0;             // `submitted_` at the start of this turn
  std::vector<Map::iterator> finished_;  // found just now
  uv::Link held_queue_;                  // finished, held back; guarded by the mutex of finished tasks
  uv::Link starting_queue_;              // not started; guarded by the pool's mutex
  size_t held_ = 0;
  size_t starting_ = 0;
  size_t delayed_ = 0;       // of these, those that have a worker
  size_t delayed_slow_ = 0;  // of these, slow ones
  int64_t next_start_ = kNever;
  QuickTasks quick_;
  std::vector<uv::Work*> here_;  // about to be run by this thread
  size_t unseen_ = 0;            // run by this thread, not decided about yet
  bool returned_ = false;        // one was returned to libuv, which has not taken it yet
  bool all_due_ = false;
};

}  // namespace nacd::loop
