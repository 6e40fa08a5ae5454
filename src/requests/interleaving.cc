#include "requests/interleaving.h"

#include <algorithm>

#include "requests/effect_rows.h"
#include "requests/fnv.h"
#include "requests/rank.h"
#include "requests/stores.h"

namespace nacd::requests {
namespace {

// A flow that conflicts at more places is judged at the first ones.
constexpr size_t kMostPoints = 64;
// Of the conflicts before and after the preemption, so many are combined.
constexpr size_t kMostEdges = 64;
// A window is tried with so many places to hold the first flow.
constexpr size_t kMostHolds = 8;

bool IsWrite(const Effect& effect) { return effect.kind != EffectClass::kRead; }
bool IsAdd(const Effect& effect) { return effect.kind == EffectClass::kAdd; }

uint64_t ConnectionKey(const Recording& recording, const Operation& operation) {
  return Mix(Mix(Mix(kFnvStart, recording.requests[operation.request].trace), operation.store), operation.connection);
}

}  // namespace

Interleaving::Interleaving(const Recording& recording, const Flows& flows) : recording_(recording), flows_(flows) {
  for (const Operation& operation : recording.operations) {
    if (operation.request == kNone || operation.connection == kNone) continue;
    if (HasTransactions(operation.kind)) continue;
    uint32_t& user = users_.try_emplace(ConnectionKey(recording, operation), operation.request).first->second;
    if (user != operation.request) user = kNone;
  }
}

const Operation& Interleaving::OperationOf(const Flow& flow, uint32_t position) const {
  return recording_.operations[flows_.OperationAt(flow, position)];
}

bool Interleaving::IsOpen(uint32_t transaction, uint32_t hold) const {
  if (transaction == kNone) return false;
  const Transaction& of = recording_.transactions[transaction];
  const Operation& held = OperationOf(*a_, hold);
  return held.transaction == transaction || (of.begin < held.start && of.end > held.start);
}

// Returns whether the transaction made an operation before the hold, which is when its snapshot is taken.
bool Interleaving::HasBegun(uint32_t transaction, uint32_t hold) const {
  for (uint32_t i = 0; i < hold; ++i) {
    if (OperationOf(*a_, i).transaction == transaction) return true;
  }
  return false;
}

// Returns the first position of B that waits for a row that an open transaction of A has changed or locked.
uint32_t Interleaving::CutByRows(uint32_t hold) {
  uint32_t cut = b_->operations.count;
  for (const Conflict& conflict : conflicts_->list) {
    if (conflict.first >= hold || conflict.second >= cut) continue;
    const Operation& mine = OperationOf(*a_, conflict.first);
    const StoreKind kind = mine.kind;
    if (!HasTransactions(kind) || !IsOpen(mine.transaction, hold)) continue;
    // SQLite locks the whole database.
    if (!conflict.same_row && kind != StoreKind::kSqlite) continue;
    const bool writes = IsWrite(*conflict.first_effect);
    const bool locks = writes || TakesRowLock(a_locks_, conflict.first);
    const bool waits = IsWrite(*conflict.second_effect) || TakesRowLock(b_locks_, conflict.second);
    if (!locks || !waits) continue;
    cut = conflict.second;
    Block(writes ? Pruned::kIsolation : Pruned::kLock);
  }
  return cut;
}

// Returns whether B looks at the row of `conflict` before it writes there.
bool Interleaving::ReadsBefore(const Conflict& conflict) const {
  for (uint32_t i = 0; i < conflict.second; ++i) {
    const Operation& operation = OperationOf(*b_, i);
    for (uint32_t j = 0; j < operation.effects.count; ++j) {
      const Effect& effect = recording_.effects[operation.effects.first + j];
      if (effect.kind == EffectClass::kRead && effect.table == conflict.second_effect->table &&
          RowsOf(recording_, effect, *conflict.second_effect) != Overlap::kNone) {
        return true;
      }
    }
  }
  return false;
}

// Returns the first position of B whose condition does not hold any more after A's write. A request that reads first
// may adapt its condition, such as a version. A statement on any number of rows, such as one that takes a mark from all
// rows of a user, is no check: the request goes on though it changes none.
uint32_t Interleaving::CutByGuards(uint32_t hold) {
  uint32_t cut = b_->operations.count;
  for (const Conflict& conflict : conflicts_->list) {
    if (conflict.first >= hold || conflict.second >= cut || !conflict.same_row) continue;
    if (!conflict.second_effect->unique && HasTransactions(OperationOf(*b_, conflict.second).kind)) continue;
    if (!Refuses(recording_, *conflict.second_effect, *conflict.first_effect) || ReadsBefore(conflict)) continue;
    if (!GuardHolds(OperationOf(*b_, conflict.second))) continue;
    cut = conflict.second;
    Block(Pruned::kOneStep);
  }
  return cut;
}

uint32_t Interleaving::CutOfSecond(uint32_t hold) {
  return std::min({CutByLocks(hold), CutByRows(hold), CutByGuards(hold)});
}

// WATCH belongs to a connection: EXEC of one request ends what another one on the same connection watches.
bool Interleaving::GuardHolds(const Operation& operation) const {
  if (operation.connection == kNone || HasTransactions(operation.kind)) return true;
  const auto user = users_.find(ConnectionKey(recording_, operation));
  return user == users_.end() || user->second != kNone;
}

// Returns the first position of A from `hold` on that the store refuses, since B has changed what it looks at.
uint32_t Interleaving::Refusal(uint32_t hold, uint32_t cut) {
  uint32_t refused = a_->operations.count;
  refused_transaction_ = kNone;
  for (const Conflict& conflict : conflicts_->list) {
    if (conflict.first < hold || conflict.first >= refused || conflict.second >= cut) continue;
    const Effect& mine = *conflict.first_effect;
    const Effect& theirs = *conflict.second_effect;
    if (!conflict.same_row || !IsWrite(mine) || !IsWrite(theirs) || Unseen(conflict, cut)) continue;
    const Operation& operation = OperationOf(*a_, conflict.first);
    if (Refuses(recording_, mine, theirs) && GuardHolds(operation)) {
      refused = conflict.first;
      refused_transaction_ = kNone;
      Block(Pruned::kOneStep);
      continue;
    }
    const uint32_t transaction = operation.transaction;
    if (transaction == kNone || IsAdd(mine) || IsAdd(theirs)) continue;
    const StoreKind kind = operation.kind;
    if (!RefusesLostUpdate(kind, recording_.transactions[transaction].isolation)) continue;
    if (!IsOpen(transaction, hold) || !HasBegun(transaction, hold)) continue;
    refused = conflict.first;
    refused_transaction_ = transaction;
    Block(Pruned::kIsolation);
  }
  return refused;
}

// Returns whether B's write is not committed when B has to wait.
bool Interleaving::Unseen(const Conflict& conflict, uint32_t cut) const {
  if (cut >= b_->operations.count || !IsWrite(*conflict.second_effect)) return false;
  const Operation& theirs = OperationOf(*b_, conflict.second);
  if (theirs.transaction == kNone) return false;
  const Operation& waiting = OperationOf(*b_, cut);
  return waiting.transaction == theirs.transaction || recording_.transactions[theirs.transaction].end > waiting.start;
}

void Interleaving::CollectEdges(uint32_t hold, uint32_t last) {
  before_.clear();
  after_.clear();
  const uint32_t cut = CutOfSecond(hold);
  const uint32_t refused = Refusal(hold, cut);
  for (const Conflict& conflict : conflicts_->list) {
    if (conflict.second >= cut || Unseen(conflict, cut)) continue;
    const Operation& mine = OperationOf(*a_, conflict.first);
    const StoreKind kind = mine.kind;
    const bool open = HasTransactions(kind) && IsOpen(mine.transaction, hold);
    const uint32_t transaction = open ? mine.transaction : kNone;
    const Isolation isolation = open ? recording_.transactions[transaction].isolation : Isolation::kUnknown;
    if (conflict.first < hold) {
      if (open && transaction == refused_transaction_) continue;
      // B neither sees what is not committed nor writes over it; a row that it adds is none that A has changed.
      const bool adds = IsAdd(*conflict.second_effect) && !IsAdd(*conflict.first_effect);
      const bool hidden = open && IsWrite(*conflict.first_effect) && isolation != Isolation::kReadUncommitted && !adds;
      if (!hidden && before_.size() < kMostEdges) before_.push_back({&conflict, transaction});
    } else if (conflict.first == last && last < refused) {
      // A snapshot shows the state before B.
      const bool old =
          open && !IsWrite(*conflict.first_effect) && ReadsSnapshot(kind, isolation) && HasBegun(transaction, hold);
      if (old) Block(Pruned::kIsolation);
      if (!old && after_.size() < kMostEdges) after_.push_back({&conflict, transaction});
    }
  }
}

bool Interleaving::Allows(const Edge& before, const Edge& after) {
  const Effect* effects[] = {before.conflict->first_effect, before.conflict->second_effect,
                             after.conflict->first_effect, after.conflict->second_effect};
  // W W' W is equal to W' W W where nothing is read and all write the same row.
  const bool blind = std::all_of(std::begin(effects), std::end(effects),
                                 [](const Effect* effect) { return effect->kind == EffectClass::kWrite; });
  const bool one_row = before.conflict->same_row && after.conflict->same_row;
  if (blind && one_row && effects[0]->table == effects[2]->table) return false;
  if (before.transaction == kNone || before.transaction != after.transaction) return true;
  const Operation& mine = OperationOf(*a_, before.conflict->first);
  const StoreKind kind = mine.kind;
  const auto level = [&](const Conflict& conflict) {
    const Operation& operation = OperationOf(*b_, conflict.second);
    return operation.transaction == kNone ? operation.isolation
                                          : recording_.transactions[operation.transaction].isolation;
  };
  const Isolation isolation = recording_.transactions[before.transaction].isolation;
  if (!IsSerial(kind, isolation, level(*before.conflict)) || !IsSerial(kind, isolation, level(*after.conflict))) {
    return true;
  }
  Block(Pruned::kIsolation);
  return false;
}

// Tries to hold A before `hold`, for windows that end with the operation `last`.
bool Interleaving::Try(uint32_t hold, uint32_t last) {
  const Operation& previous = OperationOf(*a_, hold - 1);
  const Operation& next = OperationOf(*a_, hold);
  // Nothing else runs between two synchronous calls of one turn of the event loop.
  if (previous.turn != kNone && previous.turn == next.turn && previous.request == next.request) {
    Block(Pruned::kOneStep);
    return false;
  }
  CollectEdges(hold, last);
  if (IsOfRunOut(last)) return false;
  const bool refused = IsRefused(*conflicts_, last);
  Window best;
  best.rank = -1;
  for (const Edge& before : before_) {
    if (IsOfRunOut(before.conflict->first)) continue;
    for (const Edge& after : after_) {
      Window window;
      window.first = before.conflict->first;
      window.hold = hold;
      window.last = last;
      window.before = before.conflict;
      window.after = after.conflict;
      window.expires = WaitForLocks();
      Rank(recording_, *conflicts_, refused, &window);
      if (window.rank > best.rank && Allows(before, after)) best = window;
    }
  }
  if (best.rank < 0) return false;
  windows_.push_back(best);
  return true;
}

void Interleaving::Judge(const Flow& a, const Flow& b, const Conflicts& conflicts) {
  a_ = &a;
  b_ = &b;
  conflicts_ = &conflicts;
  windows_.clear();
  blocked_.fill(false);
  points_.clear();
  for (const Conflict& conflict : conflicts.list) {
    if ((points_.empty() || points_.back() != conflict.first) && points_.size() < kMostPoints) {
      points_.push_back(conflict.first);
    }
  }
  if (points_.size() < 2) return;
  CollectLocks(a, &a_locks_);
  CollectLocks(b, &b_locks_);
  for (size_t i = 1; i < points_.size(); ++i) {
    // As late as possible, so that the held operation is the last one of the window. Before a lock that is taken
    // between the two, B can still run.
    bool found = Try(points_[i], points_[i]);
    for (size_t j = i; !found && j-- > 0 && i - j <= kMostHolds;) {
      if (points_[j] + 1 < points_[i]) found = Try(points_[j] + 1, points_[i]);
    }
  }
}

}  // namespace nacd::requests
