#include "schedule/strategies/reverse.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "names/name.h"
#include "schedule/random.h"
#include "schedule/strategies/effects.h"

namespace nacd::schedule {
namespace {

// With half of the time left, what overtakes can take several steps before what it overtook comes. With nearly all of
// it, what comes later still can overtake it in turn. Each shows races that the other does not.
constexpr double kRoomToPass = 0.5;
constexpr double kRoomToBePassed = 0.95;
constexpr size_t kMostCalls = 4096;    // that are known at a time
constexpr size_t kMostWaiting = 1024;  // the same of what waits
constexpr int kCalls = 2;              // a value of reverse_following
constexpr int kLooks = 1;              // of reverse_tasks
constexpr int kChanges = 2;            // the same
constexpr int kLooksOrFollowing = 4;   // the same
constexpr double kByEffect = 2;        // of reverse_starts

// Node.js reads the modules of a program by tasks that nobody has called, and a test runner works before the tests.
// Nothing follows from these.
bool Comes(const Operation& operation) {
  if (operation.machinery) return false;
  if (operation.phase == Phase::kWorker) return !names::SiteOf(operation.name).empty();
  return IsCompletion(operation.phase) || operation.phase == Phase::kTimer;
}

double ShareOf(const Options& options) {
  return options.Parameter("reverse_share", UnitRandom(options.seed, 0, 0) < 0.5 ? kRoomToPass : kRoomToBePassed);
}

}  // namespace

void Reverse::Threads::Add(double due_ms, double now_ms) {
  const std::lock_guard lock(mutex_);
  if (due_.size() >= kMostWaiting) std::erase_if(due_, [now_ms](double due) { return due <= now_ms; });
  if (due_.size() < kMostWaiting) due_.push_back(due_ms);
}

double Reverse::Threads::NextAfter(double now_ms) {
  const std::lock_guard lock(mutex_);
  std::erase_if(due_, [now_ms](double due) { return due <= now_ms; });
  return due_.empty() ? now_ms : *std::min_element(due_.begin(), due_.end());
}

Reverse::Reverse(const Options& options, std::shared_ptr<Threads> threads)
    : options_(options),
      late_others_(options),
      share_(ShareOf(options)),
      starts_(options.Parameter("reverse_starts", 0)),
      following_(static_cast<int>(options.Parameter("reverse_following", 0))),
      tasks_(static_cast<int>(options.Parameter("reverse_tasks", 0))),
      answers_(options.Parameter("reverse_answers", 0) != 0),
      threads_(std::move(threads)) {}

// Few groups begin with one that is not held: most races need the first to be, some need that it is not. With tasks
// alone a change begins none. It is decided about before the looks beside it, so a look would never be the last one. In
// workers and children a change that follows does: they tell others that they have begun, and do it late.
bool Reverse::Begins(const Operation& operation, bool follows) const {
  if (tasks_ == kLooksOrFollowing && operation.phase == Phase::kAction) return follows;
  if (following_ != 0 && !follows && !IsAnswer(operation)) return false;
  if (tasks_ != 0 && (operation.phase == Phase::kAction) != (tasks_ == kChanges)) return IsAnswer(operation);
  if (options_.mode == Mode::kAlways) return true;
  return UnitRandom(options_.seed, HashOf(operation), 0) >= std::pow(1 - options_.probability, 5);
}

// A task is held at its start or at its completion: held at both, it would pass itself.
bool Reverse::IsHeld(const Operation& operation) const {
  if (tasks_ != 0) return IsTask(operation.phase) ? HoldsEffect(operation) : IsAnswer(operation);
  if (!IsTask(operation.phase) || starts_ == 0) return IsCompletion(operation.phase);
  if (starts_ == kByEffect) return HoldsEffect(operation);
  const bool by_start = UnitRandom(options_.seed, HashOf({operation.name}), 1) < starts_;
  return by_start == (operation.phase == Phase::kAction);
}

// True for what comes to a client after it has connected, "connect#1/ready#2", and for a child's output.
bool Reverse::IsAnswer(const Operation& operation) const {
  if (!answers_ || operation.phase != Phase::kDescriptor) return false;
  if (operation.api == "pipe") return true;
  const std::string_view name = operation.name;
  const size_t client = name.rfind("connect#");
  return client != std::string_view::npos && name.find("/accepted", client) == std::string_view::npos &&
         !name.ends_with("/ready#1");
}

// True if the task was started by what came of another operation, or, unless only calls count, by another task of its
// call. The name of a call behind an "await" does not say what it follows from, but what a program starts with is
// called before anything has come.
bool Reverse::Follows(const Operation& operation) {
  if (!IsTask(operation.phase)) return false;
  const std::string_view name = operation.name;
  if (name.find('<') != std::string_view::npos) return true;
  if (calls_.size() >= kMostCalls) calls_.clear();
  const uint64_t task = names::HashOf(name);
  const Call& call = calls_.emplace(names::HashOf(name.substr(0, name.rfind('/'))), Call{task, came_}).first->second;
  return call.follows || (following_ != kCalls && call.task != task);
}

// True if the look is the first of its call. With looks alone, each as a group of its own, a call that reads and then
// closes would be late twice, and come after what it shall come between.
bool Reverse::IsFirstLook(std::string_view name) {
  if ((tasks_ != kLooks && tasks_ != kLooksOrFollowing) || following_ != 0) return true;
  if (looks_.size() >= kMostCalls) looks_.clear();
  return looks_.insert(names::HashOf(name.substr(0, name.rfind('/')))).second;
}

// Returns when the next one of those that wait is due, or `now_ms`: none does. What another thread has sent is ahead of
// what that thread still holds: as the first of a group it would wait for all that, and come with the next message.
double Reverse::LastDue(const Operation& operation, double now_ms) {
  while (!due_.empty() && due_.back() <= now_ms) due_.pop_back();
  if (!due_.empty()) return due_.back();
  return operation.api == "message" ? threads_->NextAfter(now_ms) : now_ms;
}

void Reverse::Refused() {
  if (std::exchange(waits_, false)) due_.pop_back();
}

Decision Reverse::Decide(const Operation& operation, double now_ms) {
  waits_ = false;
  if (late_others_.DecidesAbout(operation)) return late_others_.Decide(operation);
  const bool follows = (following_ != 0 || tasks_ == kLooksOrFollowing) && Follows(operation);
  came_ = came_ || Comes(operation);
  // Timers keep their order.
  if (!IsHeld(operation)) return {};
  const double last = LastDue(operation, now_ms);
  if (last <= now_ms && !Begins(operation, follows)) return {};
  const double due = last <= now_ms ? now_ms + options_.max_delay_ms : now_ms + (last - now_ms) * share_;
  if (due <= now_ms || (operation.phase == Phase::kWorker && !IsFirstLook(operation.name))) return {};
  due_.push_back(due);
  threads_->Add(due, now_ms);
  waits_ = true;
  return {true, due - now_ms};
}

}  // namespace nacd::schedule
