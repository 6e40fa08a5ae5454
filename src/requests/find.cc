#include "requests/find.h"

#include <algorithm>
#include <unordered_map>

#include "requests/candidates.h"
#include "requests/chains.h"
#include "requests/conflicts.h"
#include "requests/flows.h"
#include "requests/fnv.h"
#include "requests/happens_before.h"
#include "requests/lock_order.h"
#include "requests/pairs.h"
#include "requests/refused.h"
#include "requests/report.h"
#include "requests/settle.h"
#include "requests/stores.h"
#include "requests/trace_reader.h"

namespace nacd::requests {
namespace {

// So many kinds of pairs are remembered.
constexpr size_t kMostJudged = 500'000;
// Of two branches of the same shapes so many pairs in conflict are looked at, and so many pairs at all.
constexpr uint32_t kMostForks = 16;
constexpr uint32_t kMostTries = 2000;

// The result of a pair.
struct Judged {
  Pruned reason = Pruned::kSerializable;
  std::vector<std::pair<uint64_t, bool>> orders;  // ids of candidates, and whether the later flow is held
};

class Finder {
 public:
  Finder(const Recording& recording, const FindOptions& options)
      : recording_(recording),
        options_(options),
        flows_(MakeFlows(recording)),
        order_(recording, flows_),
        judge_(recording, flows_),
        lock_order_(recording, flows_),
        candidates_(recording, flows_, options.examples) {}

  std::string Find() {
    Pairs pairs(recording_, flows_, options_.limit);
    pairs.ForEach([&](uint32_t a, uint32_t b) {
      Look(a, b);
      return conflicts_.compared + 4 * conflicts_.list.size();
    });
    counts_.limited = pairs.limited();
    for (const Range& fork : flows_.forks) LookInFork(fork);
    std::vector<Candidate> ranked = candidates_.Ranked();
    counts_.limited |= candidates_.limited();
    if (ranked.size() > options_.most) {
      counts_.omitted = ranked.size() - options_.most;
      ranked.resize(options_.most);
    }
    return Report(recording_, flows_, order_, counts_, ranked);
  }

 private:
  bool Wanted(uint32_t flow) const;
  bool Look(uint32_t a, uint32_t b);
  void LookInFork(const Range& fork);
  void LookAtBranches(uint32_t i, uint32_t j);
  void AddRefused(uint32_t a, uint32_t b);
  bool Reason(uint32_t a, uint32_t b, Pruned* reason);
  bool ReasonOfConflicts(uint32_t a, uint32_t b, Pruned* reason);
  void FindOpposite(uint32_t a, uint32_t b);
  bool AddOpposite(uint32_t a, uint32_t b);
  bool JudgeAnew(uint32_t a, uint32_t b, Pruned* reason);
  uint64_t Alike(uint32_t a, uint32_t b) const;
  void Keep(uint64_t alike, uint32_t a, Pruned reason);
  bool JudgeBoth(uint32_t a, uint32_t b, bool* fresh);
  void AddWindows(uint32_t a, uint32_t b, bool* fresh);
  bool IsOneStep() const;
  bool IsInOrder(const Branch& a, const Branch& b) const;
  bool IsOfCalls(const Branch& a, const Branch& b) const;
  void Turn();
  void Count(Pruned reason) { ++counts_.pruned[static_cast<size_t>(reason)]; }

  const Recording& recording_;
  const FindOptions& options_;
  Flows flows_;
  HappensBefore order_;
  Interleaving judge_;
  LockOrder lock_order_;
  Candidates candidates_;
  PairCounts counts_;
  Conflicts conflicts_;
  Conflicts turned_;
  LockWindow opposite_;
  enum class Held : uint8_t { kNone, kFirst, kSecond } deadlock_ = Held::kNone;  // by opposite_
  std::array<bool, kPrunedReasons> blocked_{};
  std::unordered_map<uint64_t, Judged> judged_;  // by Alike()
  // Pairs of branches by their shapes.
  struct Forks {
    uint32_t tries = 0;
    uint32_t conflicting = 0;
  };
  std::unordered_map<uint64_t, Forks> forks_;
};

bool Finder::Wanted(uint32_t flow) const {
  if (options_.handlers.empty()) return true;
  const Flow& of = flows_.flows[flows_.flows[flow].of == kNone ? flow : flows_.flows[flow].of];
  const std::string_view handler = recording_.strings.Text(recording_.requests[of.request].handler);
  return std::find(options_.handlers.begin(), options_.handlers.end(), handler) != options_.handlers.end();
}

// Sets turned_ to the same conflicts with B first.
void Finder::Turn() {
  turned_.list.clear();
  for (const Conflict& each : conflicts_.list) {
    turned_.list.push_back({each.second, each.first, each.second_effect, each.first_effect, each.same_row});
  }
  std::sort(turned_.list.begin(), turned_.list.end(), [](const Conflict& a, const Conflict& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  });
}

void Finder::AddWindows(uint32_t a, uint32_t b, bool* fresh) {
  for (const Window& window : judge_.windows()) *fresh |= candidates_.Add(a, b, window);
  for (size_t i = 0; i < kPrunedReasons; ++i) blocked_[i] |= judge_.blocked(static_cast<Pruned>(i));
}

// Judges both directions. Returns whether there is a window.
bool Finder::JudgeBoth(uint32_t a, uint32_t b, bool* fresh) {
  blocked_.fill(false);
  candidates_.StartPair();
  judge_.Judge(flows_.flows[a], flows_.flows[b], conflicts_);
  bool found = !judge_.windows().empty();
  AddWindows(a, b, fresh);
  if (a == b) return found;
  Turn();
  judge_.Judge(flows_.flows[b], flows_.flows[a], turned_);
  found |= !judge_.windows().empty();
  AddWindows(b, a, fresh);
  return found;
}

// Returns whether one operation of a flow both reads and writes what the other one touches: as two operations they
// would be a window.
bool Finder::IsOneStep() const {
  const auto both = [](const Conflict& a, const Conflict& b) {
    const bool first = a.first == b.first && a.first_effect != b.first_effect;
    const bool second = a.second == b.second && a.second_effect != b.second_effect;
    return first || second;
  };
  for (size_t i = 1; i < conflicts_.list.size(); ++i) {
    if (both(conflicts_.list[i - 1], conflicts_.list[i])) return true;
  }
  return false;
}

// Looks for an order in which the two deadlock. One does: whichever is held, both wait for each other.
void Finder::FindOpposite(uint32_t a, uint32_t b) {
  deadlock_ = Held::kNone;
  if (a >= flows_.whole) return;
  const uint64_t before = lock_order_.compared();
  if (lock_order_.Find(a, b, &judge_, &opposite_)) {
    deadlock_ = Held::kFirst;
  } else if (a != b && lock_order_.Find(b, a, &judge_, &opposite_)) {
    deadlock_ = Held::kSecond;
  }
  conflicts_.compared += lock_order_.compared() - before;
}

// Adds the order in which the two deadlock, if there is one. Returns whether none like it was known.
bool Finder::AddOpposite(uint32_t a, uint32_t b) {
  if (deadlock_ == Held::kNone) return false;
  candidates_.StartPair();
  if (deadlock_ == Held::kSecond) std::swap(a, b);
  return candidates_.Add(a, b, opposite_.window);
}

// Returns whether the pair is ruled out, and sets `reason`. Adds its windows to the candidates otherwise.
bool Finder::Reason(uint32_t a, uint32_t b, Pruned* reason) {
  const bool unordered = a == b || a >= flows_.whole;
  const Order order = unordered ? Order::kNone : order_.Between(a, b);
  if (order != Order::kNone) {
    *reason = static_cast<Pruned>(static_cast<int>(order) - 1);
    return true;
  }
  const bool fresh = AddOpposite(a, b);
  return ReasonOfConflicts(a, b, reason) && !fresh;
}

// As Reason(), of a pair that nothing orders.
bool Finder::ReasonOfConflicts(uint32_t a, uint32_t b, Pruned* reason) {
  if (conflicts_.list.empty()) {
    *reason = Pruned::kCommutes;
    return true;
  }
  const uint64_t alike = Alike(a, b);
  const auto known = alike ? judged_.find(alike) : judged_.end();
  if (known != judged_.end()) {
    for (const auto& [id, turned] : known->second.orders)
      candidates_.Repeat(id, turned ? Example{b, a} : Example{a, b});
    *reason = known->second.reason;
    return true;
  }
  const bool ruled_out = JudgeAnew(a, b, reason);
  if (alike && judged_.size() < kMostJudged) Keep(alike, a, ruled_out ? *reason : Pruned::kDuplicate);
  return ruled_out;
}

// Remembers what became of the pair, for pairs that are alike.
void Finder::Keep(uint64_t alike, uint32_t a, Pruned reason) {
  Judged& judged = judged_[alike];
  judged.reason = reason;
  if (reason != Pruned::kDuplicate) return;
  for (const auto& [id, pair] : candidates_.of_pair()) judged.orders.emplace_back(id, pair.first != a);
}

// Returns a hash that is the same for pairs of which all orders come to the same: flows of the same shapes that
// conflict at the same operations. 0: the pair has locks or watched keys, which differ from flow to flow.
uint64_t Finder::Alike(uint32_t a, uint32_t b) const {
  const Flow& first = flows_.flows[a];
  const Flow& second = flows_.flows[b];
  if (first.locks.count || second.locks.count) return 0;
  const Request& one = recording_.requests[first.request];
  const Request& other = recording_.requests[second.request];
  uint64_t hash = Mix(Mix(kFnvStart, first.shape), second.shape);
  hash =
      Mix(hash, (a == b) | (one.test == other.test) << 1 | (one.trace == other.trace) << 2 | (a >= flows_.whole) << 3);
  for (const Conflict& conflict : conflicts_.list) {
    const Operation& operation = recording_.operations[conflict.first_effect->operation];
    if ((conflict.first_effect->guards || conflict.second_effect->guards) && !HasTransactions(operation.kind)) return 0;
    hash = Mix(Mix(Mix(hash, conflict.first), conflict.second), conflict.same_row);
    hash = Mix(Mix(hash, static_cast<uint64_t>(conflict.first_effect->kind)),
               static_cast<uint64_t>(conflict.second_effect->kind));
  }
  return hash | 1;
}

bool Finder::JudgeAnew(uint32_t a, uint32_t b, Pruned* reason) {
  bool fresh = false;
  if (JudgeBoth(a, b, &fresh)) {
    *reason = Pruned::kDuplicate;
    return !fresh;
  }
  *reason = IsOneStep() ? Pruned::kOneStep : Pruned::kSerializable;
  for (size_t i = kPrunedReasons; i-- > 0;) {
    if (blocked_[i]) *reason = static_cast<Pruned>(i);
  }
  return true;
}

// Returns whether the pair is ruled out though both conflict.
bool Finder::Look(uint32_t a, uint32_t b) {
  conflicts_.list.clear();
  conflicts_.any = false;
  conflicts_.compared = 0;
  if (!Wanted(a) && !Wanted(b)) return false;
  FindConflicts(recording_, flows_, flows_.flows[a], flows_.flows[b], a == b, &conflicts_);
  FindOpposite(a, b);
  if (!conflicts_.any && deadlock_ == Held::kNone) return false;
  ++counts_.conflicting;
  Pruned reason = Pruned::kSerializable;
  const bool ruled_out = Reason(a, b, &reason);
  if (ruled_out) {
    Count(reason);
  } else {
    ++counts_.left;
  }
  return ruled_out;
}

void Finder::LookInFork(const Range& fork) {
  for (uint32_t i = fork.first; i < fork.first + fork.count; ++i) {
    for (uint32_t j = i + 1; j < fork.first + fork.count; ++j) {
      if (AreConcurrent(flows_.branches[i], flows_.branches[j])) LookAtBranches(i, j);
    }
  }
}

void Finder::LookAtBranches(uint32_t i, uint32_t j) {
  const uint32_t a = flows_.whole + i;
  const uint32_t b = flows_.whole + j;
  const Flow& first = flows_.flows[a];
  const Flow& second = flows_.flows[b];
  if (!first.writes && !second.writes) return;
  if (IsInOrder(flows_.branches[i], flows_.branches[j]) || IsOfCalls(flows_.branches[i], flows_.branches[j])) return;
  Forks& known = forks_[uint64_t{first.shape} << 32 | second.shape];
  if (known.tries++ >= kMostTries || known.conflicting >= kMostForks) return;
  if (Look(a, b)) {
    AddRefused(a, b);
    AddRefused(b, a);
  }
  known.conflicting += conflicts_.any;
}

// Returns whether a database carries out the statements of both chains in one order: they share a connection.
bool Finder::IsInOrder(const Branch& a, const Branch& b) const {
  if (!a.is_chain() || !ShareConnection(recording_, a, b)) return false;
  const StoreKind kind = recording_.operations[a.operations.front()].kind;
  return HasTransactions(kind) && kind != StoreKind::kSqlite;
}

// Returns whether two messages come from two calls that are tried with each other, with all that they cause.
bool Finder::IsOfCalls(const Branch& a, const Branch& b) const {
  if (a.consumer == kNone) return false;
  const auto has = [](const Branch& calls, const Branch& message) {
    return !calls.is_chain() && std::binary_search(calls.requests.begin(), calls.requests.end(), message.consumer);
  };
  return std::any_of(flows_.forks.begin(), flows_.forks.end(), [&](const Range& fork) {
    const Branch* first = flows_.branches.data() + fork.first;
    const Branch* end = first + fork.count;
    const Branch* of_a = std::find_if(first, end, [&](const Branch& each) { return has(each, a); });
    const Branch* of_b = std::find_if(first, end, [&](const Branch& each) { return has(each, b); });
    return of_a != end && of_b != end && of_a != of_b && AreConcurrent(*of_a, *of_b);
  });
}

// Adds the order in which `b`, which was refused, passes its check before the change of `a`.
void Finder::AddRefused(uint32_t a, uint32_t b) {
  if (!IsRefused(recording_, flows_.branches[b - flows_.whole])) return;
  FindConflicts(recording_, flows_, flows_.flows[a], flows_.flows[b], false, &conflicts_);
  RefusedWindow found;
  if (!FindRefused(recording_, flows_, flows_.flows[a], flows_.flows[b], conflicts_, &found)) return;
  candidates_.StartPair();
  candidates_.Add(a, b, found.window);
}

std::string FindIn(Recording* recording, const FindOptions& options) {
  SettleEffects(recording);
  MarkMade(recording);
  return Finder(*recording, options).Find();
}

}  // namespace

bool FindRequestRaces(const std::vector<std::string>& paths, const FindOptions& options, std::string* json,
                      std::string* error) {
  Recording recording;
  TraceReader reader(&recording);
  for (const std::string& path : paths) {
    if (reader.ReadFile(path)) continue;
    *error = reader.error();
    return false;
  }
  *json = FindIn(&recording, options);
  return true;
}

bool FindInTexts(const std::vector<std::pair<std::string, std::string_view>>& traces, const FindOptions& options,
                 std::string* json, std::string* error) {
  Recording recording;
  TraceReader reader(&recording);
  for (const auto& [name, text] : traces) {
    if (reader.ReadText(text, name)) continue;
    *error = reader.error();
    return false;
  }
  *json = FindIn(&recording, options);
  return true;
}

}  // namespace nacd::requests
