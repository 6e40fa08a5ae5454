// Interleavings of two flows with one preemption: the first one is held between two of its operations while the second
// one runs. Finds those that no serial order is equal to and that the stores allow.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "requests/conflicts.h"
#include "requests/flows.h"
#include "requests/recording.h"
#include "requests/window.h"

namespace nacd::requests {

// Judges the orders of two flows. Used again for each pair, so that a pair allocates nothing.
class Interleaving {
 public:
  Interleaving(const Recording& recording, const Flows& flows);

  // Sets windows() and blocked() to what holds for `a` held and `b` between. `conflicts` are those of `a` and `b` in
  // this order; they have to stay until the windows are done with.
  void Judge(const Flow& a, const Flow& b, const Conflicts& conflicts);
  const std::vector<Window>& windows() const { return windows_; }
  // Returns the first position of `b` that waits for a lock which `a`, held before `hold`, has taken by a statement for
  // locks; the number of its operations: none does.
  uint32_t WaitsForLock(const Flow& a, const Flow& b, uint32_t hold);
  // Returns whether `reason` ruled out an order.
  bool blocked(Pruned reason) const { return blocked_[static_cast<size_t>(reason)]; }

 private:
  struct Edge {
    const Conflict* conflict;
    uint32_t transaction;  // of A's operation
  };
  struct Held {
    const Lock* lock;
    uint32_t by;  // position of the operation that takes it; the flow's number of operations: none does
  };

  const Operation& OperationOf(const Flow& flow, uint32_t position) const;
  void CollectLocks(const Flow& flow, std::vector<Held>* locks) const;
  uint32_t CutOfSecond(uint32_t hold);
  uint32_t CutByLocks(uint32_t hold);
  uint32_t Takes(const Held& theirs) const;
  bool IsOfRunOut(uint32_t position) const;
  double WaitForLocks() const;
  uint32_t CutByRows(uint32_t hold);
  uint32_t CutByGuards(uint32_t hold);
  bool ReadsBefore(const Conflict& conflict) const;
  uint32_t Refusal(uint32_t hold, uint32_t cut);
  bool IsOpen(uint32_t transaction, uint32_t hold) const;
  bool HasBegun(uint32_t transaction, uint32_t hold) const;
  bool TakesRowLock(const std::vector<Held>& locks, uint32_t position) const;
  bool Unseen(const Conflict& conflict, uint32_t cut) const;
  bool GuardHolds(const Operation& operation) const;
  void CollectEdges(uint32_t hold, uint32_t last);
  bool Try(uint32_t hold, uint32_t last);
  bool Allows(const Edge& before, const Edge& after);
  void Block(Pruned reason) { blocked_[static_cast<size_t>(reason)] = true; }

  const Recording& recording_;
  const Flows& flows_;
  std::unordered_map<uint64_t, uint32_t> users_;  // the request that used a connection; kNone: several did
  const Flow* a_ = nullptr;
  const Flow* b_ = nullptr;
  const Conflicts* conflicts_ = nullptr;
  std::vector<Held> a_locks_;
  std::vector<Held> b_locks_;
  std::vector<const Held*> run_out_;  // those of A that B waits for, but for so long only
  std::vector<Edge> before_;
  std::vector<Edge> after_;
  std::vector<uint32_t> points_;
  std::vector<Window> windows_;
  std::array<bool, kPrunedReasons> blocked_{};
  uint32_t refused_transaction_ = kNone;  // the store ends it with an error
};

}  // namespace nacd::requests
