// The locks of two flows, and where the second one waits for one of the first (Interleaving).
#include <algorithm>

#include "requests/interleaving.h"

namespace nacd::requests {
namespace {

// A flow that takes more locks is judged by the first ones.
constexpr uint32_t kMostLocks = 64;
// A lock that runs out sooner is taken not to hold: a slow machine may keep its holder for so long.
constexpr double kShortMs = 2000;

}  // namespace

// A row lock is taken by an operation, an advisory lock by an operation or between two.
void Interleaving::CollectLocks(const Flow& flow, std::vector<Held>* locks) const {
  locks->clear();
  for (uint32_t i = 0; i < std::min(flow.locks.count, kMostLocks); ++i) {
    const Lock& lock = recording_.locks[flows_.locks[flow.locks.first + i]];
    Held held{&lock, flow.operations.count};
    for (uint32_t at = 0; at < flow.operations.count; ++at) {
      const Operation& operation = OperationOf(flow, at);
      if (operation.request != lock.request) continue;
      const bool during =
          operation.store == lock.store && operation.start <= lock.acquired && lock.acquired <= operation.end;
      if (lock.operation == kNone ? during : operation.number == lock.operation) held.by = at;
    }
    locks->push_back(held);
  }
}

bool Interleaving::TakesRowLock(const std::vector<Held>& locks, uint32_t position) const {
  return std::any_of(locks.begin(), locks.end(), [&](const Held& held) {
    return held.by == position && held.lock->of_transaction && !held.lock->shared;
  });
}

// Returns the position of B that takes the lock.
uint32_t Interleaving::Takes(const Held& theirs) const {
  uint32_t by = theirs.by;
  for (uint32_t i = 0; by == b_->operations.count && i < b_->operations.count; ++i) {
    if (OperationOf(*b_, i).start >= theirs.lock->acquired) by = i;
  }
  return by;
}

// Returns the first position of B that waits for a lock that A holds.
uint32_t Interleaving::CutByLocks(uint32_t hold) {
  const double now = OperationOf(*a_, hold).start;
  uint32_t cut = b_->operations.count;
  run_out_.clear();
  for (const Held& mine : a_locks_) {
    const bool acquired = mine.by < a_->operations.count ? mine.by < hold : mine.lock->acquired < now;
    if (!acquired || mine.lock->released < now) continue;  // an operation held at its call has released nothing
    for (const Held& theirs : b_locks_) {
      if (theirs.lock->name != mine.lock->name || theirs.lock->store != mine.lock->store) continue;
      if (theirs.lock->shared && mine.lock->shared) continue;
      if (mine.lock->expires <= kShortMs) {
        run_out_.push_back(&mine);
        break;
      }
      const uint32_t by = Takes(theirs);
      if (by >= cut) continue;
      cut = by;
      Block(Pruned::kLock);
    }
  }
  return cut;
}

uint32_t Interleaving::WaitsForLock(const Flow& a, const Flow& b, uint32_t hold) {
  a_ = &a;
  b_ = &b;
  CollectLocks(a, &a_locks_);
  CollectLocks(b, &b_locks_);
  return CutByLocks(hold);
}

// Returns whether A takes or releases a lock at `position` that has run out: no order of that does harm by itself.
bool Interleaving::IsOfRunOut(uint32_t position) const {
  const Operation& operation = OperationOf(*a_, position);
  return std::any_of(run_out_.begin(), run_out_.end(), [&](const Held* held) {
    const bool releases = operation.store == held->lock->store && operation.start == held->lock->released;
    return releases || held->by == position;
  });
}

double Interleaving::WaitForLocks() const {
  double most = 0;
  for (const Held* held : run_out_) most = std::max(most, held->lock->expires);
  return most;
}

}  // namespace nacd::requests
