// Starts of tasks: decides which ones wait, and gives them to the pool when they are due.
#include <algorithm>

#include "loop/linux/task_files.h"
#include "loop/linux/tasks.h"

namespace nacd::loop {

// How many tasks submitted earlier, and not yet completed, a completion may overtake, plus one: all workers but one may
// be waiting for the system to run them.
int Tasks::Overtake() const { return Pool::Get().size(); }

// libuv leaves half of the pool, rounded down, to tasks that are not slow.
int Tasks::OvertakeSlow() const { return (Overtake() + 1) / 2; }

schedule::Decision Tasks::DecideStart(const Task& task, int64_t now) {
  if (!scheduler_->tracing() || task.machinery) return Decide(task, schedule::Phase::kAction, now);
  const TaskFiles files(task.work);
  return Decide(task, schedule::Phase::kAction, now, files.known());
}

bool Tasks::OnSubmitted(uv::Link* link, bool slow) {
  uv::Work* work = uv::WorkOf(link);
  if (uv::LoopOf(work) != loop_) {
    // libuv's message that its workers shall end (the process exits): tasks submitted before it are run before it.
    if (starting_ == 0 || slow) return false;
    uv::LinkRemove(link);
    StartDue(0, true);
    Pool::Get().Insert(link, false);
    return true;
  }
  const auto stale = order_.find(work);  // memory of a task that was cancelled behind our back
  if (stale != order_.end()) {
    tasks_.erase(stale->second);
    order_.erase(stale);
  }
  const auto added = Add(work);
  Task& task = added->second;
  task.slow = slow;
  const int64_t now = Clock::NowNs();
  Ask(&task, now);
  // Decided whatever else waits: how much does depends on the time that the program itself takes, and a seed shall
  // decide the same in each run.
  const schedule::Decision decision = DecideStart(task, now);
  task.hold = HoldAs(decision, now);
  const int busy = BusyWorkers();
  // The pool itself has the queue if no start is held.
  const bool queued = delayed_ > 0 && IsQueued(task, busy - 1);
  if (task.hold.IsDue(now) && !queued) {
    scheduler_->NoteStart(task.name);
    if (busy > Overtake() || !RunsHere(work)) return false;
    uv::LinkRemove(link);
    here_.push_back(work);
    return true;
  }
  uv::LinkRemove(link);
  uv::LinkInsertTail(&starting_queue_, link);
  task.state = State::kStarting;
  const bool waits = IsQueued(task, busy - 1);
  CountStarting(&task, waits);
  if (!waits) next_start_ = std::min(next_start_, task.hold.due_ns());
  return true;
}

// How many workers the tasks that were submitted so far need, if each has one. A worker that has nothing to do could
// have run a task that was just submitted. This does not ask how fast workers fall asleep, so that a seed does the same
// in each run.
int Tasks::BusyWorkers() const { return static_cast<int>(in_pool() - unseen_ + delayed_); }

bool Tasks::RunsHere(uv::Work* work) { return quick_.Takes(work) && is_alone_(); }

void Tasks::RunHere() {
  if (here_.empty()) return;
  int64_t now = Clock::RealNowNs();
  for (uv::Work* work : here_) now = quick_.Run(work, now);
  unseen_ += here_.size();
  here_.clear();
}

// A postponed start is a worker that took the task and was not run by the system since; what comes when all `busy`
// others have one stays in the pool's queue. A gate is no slow worker: what waits at one takes none, so that any number
// can wait.
bool Tasks::IsQueued(const Task& task, int busy) const {
  if (task.has_worker || task.hold.at_gates()) return false;
  return busy >= Overtake() || (task.slow && static_cast<int>(delayed_slow_) >= OvertakeSlow());
}

// With the pool's mutex held.
void Tasks::StartDue(int64_t now, bool all) {
  int busy = BusyWorkers();
  next_start_ = kNever;
  starting_ = delayed_ = delayed_slow_ = 0;
  for (uv::Link* link = starting_queue_.next; link != &starting_queue_;) {
    uv::Link* next = link->next;
    Task& task = FindOrAdd(uv::WorkOf(link))->second;
    const bool queued = IsQueued(task, busy);
    if (!queued && !task.has_worker && !task.hold.at_gates()) busy++;
    if (all || (task.hold.IsDue(now) && !queued)) {
      uv::LinkRemove(link);
      task.state = State::kPending;
      task.has_worker = false;
      scheduler_->RecordRun(task.name, schedule::Phase::kAction, task.machinery);
      if (!all && busy <= Overtake() && RunsHere(uv::WorkOf(link))) {
        here_.push_back(uv::WorkOf(link));
        busy--;
      } else {
        Pool::Get().Insert(link, task.slow);
      }
    } else {
      CountStarting(&task, queued);
      if (!queued) next_start_ = std::min(next_start_, task.hold.due_ns());
    }
    link = next;
  }
}

void Tasks::CountStarting(Task* task, bool queued) {
  starting_++;
  task->has_worker = !queued && !task->hold.at_gates();
  if (!task->has_worker) return;
  delayed_++;
  if (task->slow) delayed_slow_++;
}

void Tasks::CancelStart(const Task& task) {
  if (starting_ > 0) starting_--;
  if (task.has_worker) delayed_--;
  if (task.has_worker && task.slow) delayed_slow_--;
  next_start_ = 0;  // a worker less is busy
}

void Tasks::ReleaseStarts(const char* why) {
  if (starting_ == 0) return;
  for (auto& [order, task] : tasks_) {
    if (why && task.state == State::kStarting) task.hold.GiveUp(&scheduler_->gates(), why);
  }
  Pool::Get().Lock();
  StartDue(0, true);
  Pool::Get().Unlock();
}

bool Tasks::starting_new() const {
  return starting_ > 0 && std::any_of(tasks_.upper_bound(before_turn_), tasks_.end(), [](const auto& entry) {
           return entry.second.state == State::kStarting && !entry.second.hold.at_gates();
         });
}

void Tasks::StartNew() {
  if (!starting_new()) return;
  for (auto entry = tasks_.upper_bound(before_turn_); entry != tasks_.end(); ++entry) {
    Task& task = entry->second;
    if (task.state == State::kStarting && !task.hold.at_gates()) task.hold.Release();
  }
  next_start_ = 0;
}

}  // namespace nacd::loop
