#include "loop/linux/tasks.h"

#include <algorithm>
#include <utility>

#include "loop/linux/batch.h"
#include "loop/linux/task_names.h"

namespace nacd::loop {
namespace {

// A question that is asked again and again is held for real, as is all else meanwhile. What it asks about is not there
// yet, so a long delay shows no more than a short one.
constexpr double kRepeatedPace = 0.01;

}  // namespace

Tasks::Tasks(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names, std::function<bool()> is_alone)
    : loop_(loop), scheduler_(scheduler), names_(names), is_alone_(std::move(is_alone)) {
  uv::LinkInit(&held_queue_);
  uv::LinkInit(&starting_queue_);
}

Tasks::Map::iterator Tasks::Add(uv::Work* work) {
  const uint64_t order = ++submitted_;
  order_[work] = order;
  const auto task = tasks_.emplace_hint(tasks_.end(), order, Task());
  task->second.work = work;
  Describe(&task->second);
  return task;
}

Tasks::Map::iterator Tasks::FindOrAdd(uv::Work* work) {
  const auto found = order_.find(work);
  return found == order_.end() ? Add(work) : tasks_.find(found->second);
}

void Tasks::Describe(Task* task) {
  const TaskDescription description = DescribeTask(task->work, names_->Context().empty());
  task->api = description.what;
  task->name = names_->Fresh(description.what, description.where);
  task->root = names_->Root(task->name);
  task->root_machinery = task->machinery = names_->IsMachinery();
  if (names_->InCall()) return;
  // Node loads modules without a call. A runner's modules belong to the runner, no matter which code loads them. An
  // addon may be under test, no matter which code loaded it.
  if (names_->IsMachinery(description.file)) {
    task->root = task->name;
    task->root_machinery = task->machinery = true;
  } else if (!description.what.starts_with("fs.")) {
    task->machinery = names_->IsMachinery(description.addon);
  }
}

void Tasks::Ask(Task* task, int64_t now) {
  if (Pool::Get().KindOf(task->work) != "fs") return;
  task->question = Retries::QuestionOf(*uv::FsOf(task->work), task->name);
  const bool polls = task->name.find('@') == std::string::npos;  // no code has called it
  const auto by = polls ? Retries::By::kItself : Retries::By::kProgram;
  if (task->question != 0) retries_.Asked(task->question, now, by);
}

void Tasks::Answer(const Task& task, int64_t now) {
  const bool refused = task.question != 0 && uv::FsOf(task.work)->result < 0;
  if (task.question != 0) retries_.Answered(task.question, refused, now);
  if (!refused) retries_.Done(task.name);
  if (Pool::Get().KindOf(task.work) == "fs") retries_.Made(*uv::FsOf(task.work), task.question, now);
}

schedule::Decision Tasks::Decide(const Task& task, schedule::Phase phase, int64_t now,
                                 const schedule::TouchedFiles* files) {
  schedule::Operation operation;
  operation.name = task.name;
  operation.phase = phase;
  operation.api = task.api;
  operation.machinery = task.machinery;
  operation.files = files;
  if (task.question != 0 && retries_.Repeats(task.question)) operation.pace = kRepeatedPace;
  return scheduler_->Decide(operation, static_cast<double>(now) / kNsPerMs);
}

schedule::Hold Tasks::HoldAs(const schedule::Decision& decision, int64_t now) const {
  return {decision, now, &scheduler_->gates()};
}

void Tasks::GoThroughGates(int64_t now) {
  for (auto& [order, task] : tasks_) {
    if (task.hold.GoThrough(scheduler_->gates(), now) && task.state == State::kStarting) next_start_ = 0;
  }
}

void Tasks::HoldBack(Map::iterator task) {
  uv::Link* link = uv::LinkOf(task->second.work);
  uv::LinkRemove(link);
  uv::LinkInsertTail(&held_queue_, link);
  task->second.state = State::kHeld;
  held_++;
}

// Calls found(work) for each task in libuv's queue of finished ones, which found() may take out of it. With the mutex
// of finished tasks held.
template <typename Found>
void Tasks::EachFinished(const Found& found) const {
  const uv::Link* queue = uv::DoneQueue(loop_);
  for (uv::Link* link = queue->next; link != queue;) {
    uv::Link* next = link->next;
    found(uv::WorkOf(link));
    link = next;
  }
}

// Takes what the workers have finished out of libuv's queue and decides about each; what was given back stays. Which of
// those that are found together ended first is chance: they are decided about in the order of submission.
void Tasks::HoldFinished(int64_t now) {
  unseen_ = 0;
  finished_.clear();
  EachFinished([this, now](uv::Work* work) {
    const auto task = FindOrAdd(work);
    if (!uv::RanToItsEnd(work)) {
      // Cancelled: not held, and not even looked at again, since its owner may free it.
      if (task->second.hold.at_gates()) scheduler_->gates().Cancelled(task->second.name, schedule::Phase::kAction);
      if (task->second.state == State::kStarting) CancelStart(task->second);
      order_.erase(work);
      tasks_.erase(task);
    } else if (task->second.state != State::kReleased) {
      if (Pool::Get().KindOf(work) == "fs") retries_.Ended(*uv::FsOf(work), now);
      finished_.push_back(task);
    }
  });
  std::sort(finished_.begin(), finished_.end(),
            [](const auto& one, const auto& other) { return one->first < other->first; });
  if (PassesTogether()) {
    for (const auto& task : finished_) task->second.state = State::kReleased;
    return;
  }
  for (const auto& task : finished_) {
    const schedule::Decision decision = Decide(task->second, schedule::Phase::kWorker, now);
    task->second.hold = HoldAs(decision, now);
    HoldBack(task);
  }
}

// A test runner loads hundreds of modules: one in each turn of the loop would take it long. Where nothing else is on
// its way in the pool there is no order to keep.
bool Tasks::PassesTogether() const {
  if (held_ > 0 || starting_ > 0 || returned_ || scheduler_->gates().any()) return false;
  return std::all_of(finished_.begin(), finished_.end(), [](const auto& task) { return task->second.machinery; });
}

void Tasks::OnTaking() {
  const int64_t now = Clock::NowNs();
  HoldFinished(now);
  if (!returned_) {
    int64_t due;
    const auto next = NextHeld(now, &due);
    if (next != tasks_.end() && due <= now) Return(next);
  }
  returned_ = false;
  EachFinished([this, now](uv::Work* work) {
    const auto found = order_.find(work);
    if (found == order_.end()) return;
    const auto task = tasks_.find(found->second);
    scheduler_->RecordRun(task->second.name, schedule::Phase::kWorker, task->second.machinery);
    Answer(task->second, now);
    names_->Delivered(std::move(task->second.root), task->second.root_machinery);
    tasks_.erase(task);
    order_.erase(found);
  });
  if (starting_ > 0) next_start_ = 0;  // a worker less may be busy
}

Tasks::Map::iterator Tasks::NextHeld(int64_t now, int64_t* due) {
  *due = kNever;
  auto best = tasks_.end();
  int workers = Overtake(), slow_workers = OvertakeSlow();
  for (auto task = tasks_.begin(); task != tasks_.end() && workers > 0; ++task) {
    if (task->second.state == State::kStarting && task->second.hold.at_gates()) continue;
    // A slow task beyond these has no worker before one of them has ended; others pass it by.
    if (task->second.slow && slow_workers-- <= 0) continue;
    workers--;
    if (task->second.state != State::kHeld) continue;
    const int64_t task_due = all_due_ ? now : task->second.hold.Due(now);
    if (task_due < *due) {
      *due = task_due;
      best = task;
    }
  }
  return best;
}

void Tasks::Return(Map::iterator task) {
  uv::Link* link = uv::LinkOf(task->second.work);
  uv::LinkRemove(link);
  uv::LinkInsertTail(uv::DoneQueue(loop_), link);
  task->second.state = State::kReleased;
  held_--;
}

bool Tasks::Release(int64_t now) {
  const size_t starting = starting_;
  if (starting_ > 0 && (next_start_ <= now || all_due_)) {
    Pool::Get().Lock();
    StartDue(now, all_due_);
    Pool::Get().Unlock();
    RunHere();
  }
  if (unseen_ > 0) CollectFinished(now);
  if (held_ == 0 && starting_ == 0) all_due_ = false;
  if (held_ > 0 && !returned_) ReturnDue(now);
  return starting_ < starting;
}

bool Tasks::ReturnDue(int64_t now) {
  int64_t due;
  const auto next = NextHeld(now, &due);
  if (next == tasks_.end() || due > now) return false;
  pthread_mutex_lock(uv::DoneMutex(loop_));
  Return(next);
  pthread_mutex_unlock(uv::DoneMutex(loop_));
  AnnounceReturned();
  return true;
}

void Tasks::AnnounceReturned() {
  returned_ = true;
  if (!uv::MarkDone(loop_)) uv::WakeDone(loop_);
}

size_t Tasks::BatchAt(int64_t now, bool all) {
  if (held_ == 0 || (!all && BatchSize(held_) < 2)) return 0;
  size_t due = 0, looked_at = 0;
  for (auto task = tasks_.begin(); task != tasks_.end() && looked_at < kLargestBatch; ++task, ++looked_at) {
    if (task->second.state == State::kHeld && (all_due_ || task->second.hold.IsDue(now))) due++;
  }
  return all ? std::min(due, kMostInTurn - 1) : BatchSize(due) - 1;
}

void Tasks::CollectFinished(int64_t now) {
  const bool unannounced = unseen_ > 0;
  pthread_mutex_lock(uv::DoneMutex(loop_));
  HoldFinished(now);
  const bool left = !uv::LinkEmpty(uv::DoneQueue(loop_));
  pthread_mutex_unlock(uv::DoneMutex(loop_));
  if (unannounced && left) AnnounceReturned();
}

size_t Tasks::finished() const {
  size_t count = 0;
  pthread_mutex_lock(uv::DoneMutex(loop_));
  EachFinished([&count](uv::Work*) { count++; });
  pthread_mutex_unlock(uv::DoneMutex(loop_));
  return count;
}

bool Tasks::IsAwaited(std::string_view name) const {
  return std::any_of(tasks_.begin(), tasks_.end(), [name](const auto& entry) {
    const Task& task = entry.second;
    return task.name == name && task.state != State::kReleased && !task.hold.at_gates();
  });
}

// That was given back, or else of those that the workers have finished the one that is decided about first.
std::string Tasks::NextName() const {
  auto next = tasks_.end();
  if (returned_) {
    next = std::find_if(tasks_.begin(), tasks_.end(),
                        [](const auto& task) { return task.second.state == State::kReleased; });
  } else {
    uint64_t first = 0;
    pthread_mutex_lock(uv::DoneMutex(loop_));
    EachFinished([this, &first](uv::Work* work) {
      const auto known = order_.find(work);
      if (known != order_.end() && (first == 0 || known->second < first)) first = known->second;
    });
    pthread_mutex_unlock(uv::DoneMutex(loop_));
    next = tasks_.find(first);
  }
  return next == tasks_.end() || next->second.machinery ? std::string() : next->second.name;
}

bool Tasks::ReturnNext(int64_t now) { return held_ > 0 && !returned_ && ReturnDue(now); }

int64_t Tasks::NextDue() const {
  int64_t due = kNever;
  if (held_ > 0 && !returned_) const_cast<Tasks*>(this)->NextHeld(0, &due);
  return std::min(due, starting_ > 0 ? next_start_ : kNever);
}

void Tasks::ReturnAll() {
  ReleaseStarts(nullptr);
  pthread_mutex_lock(uv::DoneMutex(loop_));
  while (!uv::LinkEmpty(&held_queue_)) {
    uv::Link* link = held_queue_.next;
    uv::LinkRemove(link);
    uv::LinkInsertTail(uv::DoneQueue(loop_), link);
  }
  pthread_mutex_unlock(uv::DoneMutex(loop_));
  held_ = 0;
  tasks_.clear();
  order_.clear();
  uv::WakeDone(loop_);
}

void Tasks::Dump(std::string* out) const {
  constexpr const char* kStates[] = {"not started", "in the pool", "held", "given back"};
  const int64_t now = Clock::NowNs();
  for (const auto& [order, task] : tasks_) {
    *out += "  task " + std::to_string(order) + " " + task.name + ": " + kStates[static_cast<int>(task.state)] + ", " +
            task.hold.Text(now) + '\n';
  }
}

}  // namespace nacd::loop
