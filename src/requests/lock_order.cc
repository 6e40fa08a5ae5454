#include "requests/lock_order.h"

#include <algorithm>

#include "requests/effect_rows.h"
#include "requests/stores.h"

namespace nacd::requests {
namespace {

// Below what likely does harm: programs may try again, and the database leaves nothing half done.
constexpr double kDeadlockRank = 0.3;
// Of a flow that locks more rows, the first ones count.
constexpr uint32_t kMostTakes = 64;
// Of two flows that meet at more locks, the first ones count.
constexpr size_t kMostMeetings = 256;

// SQLite locks the whole database, so nothing is locked in another order.
bool LocksRows(StoreKind kind) { return kind == StoreKind::kPostgres || kind == StoreKind::kMysql; }

}  // namespace

LockOrder::LockOrder(const Recording& recording, const Flows& flows) : recording_(recording), flows_(flows) {
  of_flow_.resize(flows.whole);
  for (uint32_t i = 0; i < flows.whole; ++i) {
    of_flow_[i].first = static_cast<uint32_t>(takes_.size());
    Collect(flows.flows[i]);
    of_flow_[i].count = static_cast<uint32_t>(takes_.size()) - of_flow_[i].first;
  }
}

// Adds the rows that the flow locks, if one of its transactions locks in two steps.
void LockOrder::Collect(const Flow& flow) {
  if (flow.locks.count == 0 && !flow.writes) return;
  const size_t start = takes_.size();
  bool again = false;
  for (uint32_t at = 0; at < flow.operations.count; ++at) {
    const Operation& operation = recording_.operations[flows_.OperationAt(flow, at)];
    if (operation.transaction == kNone || !LocksRows(operation.kind)) continue;
    for (uint32_t i = 0; i < operation.effects.count && takes_.size() - start < kMostTakes; ++i) {
      const Effect& effect = recording_.effects[operation.effects.first + i];
      // A row that is added is not there for others.
      const bool locks = effect.kind == EffectClass::kRead ? effect.locks : effect.kind != EffectClass::kAdd;
      if (!locks || effect.none || effect.rows == 0 || effect.keys.count == 0) continue;
      again |= std::any_of(takes_.begin() + start, takes_.end(), [&](const Take& take) {
        return take.transaction == operation.transaction && take.position != at;
      });
      takes_.push_back({at, operation.transaction, &effect});
    }
  }
  if (!again) takes_.resize(start);
}

// Sets meetings_ to the locks that exclude each other. Returns whether there can be a deadlock.
bool LockOrder::SetMeetings(uint32_t a, uint32_t b) {
  meetings_.clear();
  const Take* second = takes_.data() + of_flow_[b].first;
  const Take* second_end = second + of_flow_[b].count;
  for (uint32_t i = 0; i < of_flow_[a].count; ++i) {
    const Take& mine = takes_[of_flow_[a].first + i];
    const TextId store = recording_.operations[mine.effect->operation].store;
    for (const Take* theirs = second; theirs != second_end; ++theirs) {
      ++compared_;
      if (mine.effect->table != theirs->effect->table) continue;
      if (store != recording_.operations[theirs->effect->operation].store) continue;
      if (RowsOf(recording_, *mine.effect, *theirs->effect, a == b) == Overlap::kSame) {
        meetings_.push_back({&mine, theirs});
        if (meetings_.size() == kMostMeetings) return true;
      }
    }
  }
  return meetings_.size() > 1;
}

bool LockOrder::IsOpen(const Flow& a, uint32_t transaction, uint32_t hold) const {
  const Operation& held = recording_.operations[flows_.OperationAt(a, hold)];
  const Transaction& of = recording_.transactions[transaction];
  return held.transaction == transaction || (of.begin < held.start && of.end > held.start);
}

// Returns the first position of B, before `cut`, that waits for a row of A.
uint32_t LockOrder::FirstWait(const Flow& a, uint32_t hold, uint32_t cut) const {
  for (const Meeting& each : meetings_) {
    if (each.first->position >= hold || each.second->position >= cut) continue;
    if (IsOpen(a, each.first->transaction, hold)) cut = each.second->position;
  }
  return cut;
}

// Returns whether B waits at `cut` for the transaction of A that waits for B at `held`.
bool LockOrder::FindAt(const Meeting& held, uint32_t cut, LockWindow* found) const {
  if (held.second->position >= cut) return false;
  for (const Meeting& each : meetings_) {
    if (each.second->position != cut || each.first->position >= held.first->position) continue;
    if (each.first->transaction != held.first->transaction) continue;
    if (each.second->transaction != held.second->transaction) continue;
    const auto conflict = [](const Meeting& meeting) {
      const auto& [mine, theirs] = meeting;
      return Conflict{mine->position, theirs->position, mine->effect, theirs->effect, true};
    };
    found->first = conflict(each);
    found->second = conflict(held);
    const uint32_t hold = held.first->position;
    found->window = {each.first->position, hold,          hold,          &found->first, &found->second,
                     Pattern::kLocks,      kDeadlockRank, kOppositeLocks};
    return true;
  }
  return false;
}

// B may wait before `cut` for a lock of another kind, such as one by name, and then has no row that A needs.
bool LockOrder::Find(uint32_t a, uint32_t b, Interleaving* judge, LockWindow* found) {
  if (of_flow_[a].count < 2 || of_flow_[b].count < 2 || !SetMeetings(a, b)) return false;
  const Flow& first = flows_.flows[a];
  const Flow& second = flows_.flows[b];
  for (const Meeting& held : meetings_) {
    const uint32_t hold = held.first->position;
    const uint32_t cut = FirstWait(first, hold, second.operations.count);
    if (cut < second.operations.count && FindAt(held, cut, found) && judge->WaitsForLock(first, second, hold) >= cut) {
      return true;
    }
  }
  return false;
}

}  // namespace nacd::requests
