#include "schedule/strategies/reverse.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "names/name.h"
#include "schedule/random.h"

namespace nacd::schedule {
namespace {

// The share of the time that is left to those that wait, which a later one waits: what overtakes can take several
// steps before what it overtook comes.
constexpr double kShare = 0.5;
constexpr size_t kMostWaiting = 1024;  // that are known at a time

// A call that reads opens the file before, and asks for its size. Held after that, it would read late and see what is
// new: what it has seen is old only where the task that has read is late.
bool PreparesLook(std::string_view name) {
  const names::Parts parts = names::Read(name);
  const bool opens = parts.tail.starts_with("/fs.open#") && !parts.api.ends_with("open");
  return opens || (parts.tail.starts_with("/fs.fstat#") && !parts.api.ends_with("stat"));
}

// A slow task does its work late and answers late. One that changes something is held before it has, one that looks
// after it has: so a change is seen late, and what was seen is old.
bool HoldsEffect(const Operation& task) {
  const bool changes = names::Changes(task.name);
  return changes == (task.phase == Phase::kAction) && (changes || !PreparesLook(task.name));
}

// A task is held at its start or at its completion: held at both, it would pass itself. Timers keep their order.
bool IsHeld(const Operation& operation) {
  return IsTask(operation.phase) ? HoldsEffect(operation) : IsCompletion(operation.phase);
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
    : options_(options), threads_(std::move(threads)) {}

// Few groups begin with one that is not held: most races need the first to be, some need that it is not.
bool Reverse::Begins(const Operation& operation) const {
  if (options_.mode == Mode::kAlways) return true;
  return UnitRandom(options_.seed, HashOf(operation), 0) >= std::pow(1 - options_.probability, 5);
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
  if (!IsHeld(operation)) return {};
  const double last = LastDue(operation, now_ms);
  if (last <= now_ms && !Begins(operation)) return {};
  const double due = last <= now_ms ? now_ms + options_.max_delay_ms : now_ms + (last - now_ms) * kShare;
  if (due <= now_ms) return {};
  due_.push_back(due);
  threads_->Add(due, now_ms);
  waits_ = true;
  return {true, due - now_ms};
}

}  // namespace nacd::schedule
