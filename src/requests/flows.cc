#include "requests/flows.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "requests/chains.h"
#include "requests/deliveries.h"
#include "requests/fnv.h"

namespace nacd::requests {
namespace {

// Of the operations with one form that a flow makes, so many of the first and as many of the last ones are kept.
constexpr uint32_t kKeptOfALoop = 16;
// A flow with more forms than that is no handler but a program.
constexpr uint32_t kMostOperations = 2000;

// Shorter ids of flows are numbers that each process gives for itself.
constexpr size_t kShortestSharedFlow = 8;

uint64_t FormOf(const Recording& recording, const Effect& effect) {
  uint64_t hash = Mix(Mix(Mix(kFnvStart, effect.table), effect.columns), static_cast<uint64_t>(effect.kind));
  hash = Mix(hash, effect.unique | effect.primary << 1 | effect.guards << 2 | effect.none << 3);
  for (uint32_t i = 0; i < effect.keys.count; ++i) hash = Mix(hash, recording.keys[effect.keys.first + i].column);
  return hash;
}

uint64_t FormOf(const Recording& recording, const Operation& operation) {
  uint64_t hash = Mix(Mix(kFnvStart, operation.store), operation.place);
  hash = Mix(hash, operation.atomic | operation.commutes << 1 | (operation.transaction != kNone) << 2);
  if (operation.transaction != kNone) {
    hash = Mix(hash, static_cast<uint64_t>(recording.transactions[operation.transaction].isolation));
  }
  for (uint32_t i = 0; i < operation.effects.count; ++i) {
    hash = Mix(hash, FormOf(recording, recording.effects[operation.effects.first + i]));
  }
  return hash;
}

// Returns how two operations in a row belong together: by a transaction, by a turn of the event loop.
uint64_t Bond(const Operation& a, const Operation& b) {
  const bool transaction = a.transaction != kNone && a.transaction == b.transaction;
  const bool turn = a.turn != kNone && a.turn == b.turn;
  return transaction | turn << 1;
}

class Maker {
 public:
  explicit Maker(const Recording& recording) : recording_(recording) {}

  Flows Make() {
    JoinRequests();
    SortByStart();
    out_.whole = static_cast<uint32_t>(out_.flows.size());
    const std::vector<uint32_t> counts = GroupOperations();
    for (uint32_t i = 0; i < out_.flows.size(); ++i) {
      Keep(&out_.flows[i], grouped_.data() + starts_[i], counts[i]);
      Touches(&out_.flows[i]);
    }
    GroupLocks();
    out_.shapes = static_cast<uint32_t>(shapes_.size());
    AddBranches();
    return std::move(out_);
  }

 private:
  void JoinRequests();
  void SortByStart();
  std::vector<uint32_t> GroupOperations();
  void GroupLocks();
  void AddBranches();
  void AddBranch(const Branch& branch);
  bool IsOf(const Branch& chain, const Lock& lock) const;
  void Keep(Flow* flow, uint32_t* operations, uint32_t count);
  void Touches(Flow* flow);
  bool Writes(const Operation& operation) const;

  const Recording& recording_;
  Flows out_;
  std::vector<uint32_t> starts_;
  std::vector<uint32_t> grouped_;
  std::unordered_map<uint64_t, uint32_t> shapes_;
  std::unordered_map<uint64_t, uint32_t> times_;  // of each form in the flow
};

void Maker::JoinRequests() {
  std::unordered_map<uint64_t, uint32_t> by_flow;
  out_.of_request.resize(recording_.requests.size());
  for (uint32_t i = 0; i < recording_.requests.size(); ++i) {
    const Request& request = recording_.requests[i];
    auto index = static_cast<uint32_t>(out_.flows.size());
    if (request.flow != kNone) {
      const bool shared = recording_.strings.Text(request.flow).size() >= kShortestSharedFlow;
      const uint64_t key = uint64_t{shared ? kNone : request.trace} << 32 | request.flow;
      index = by_flow.try_emplace(key, index).first->second;
    }
    if (index == out_.flows.size()) out_.flows.push_back({i, request.start});
    Flow& flow = out_.flows[index];
    if (request.start < flow.start) {
      flow.start = request.start;
      flow.request = i;
    }
    out_.of_request[i] = index;
  }
}

void Maker::SortByStart() {
  std::vector<uint32_t> order(out_.flows.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return out_.flows[a].start < out_.flows[b].start; });
  std::vector<Flow> sorted;
  std::vector<uint32_t> place(order.size());
  for (const uint32_t old : order) {
    place[old] = static_cast<uint32_t>(sorted.size());
    sorted.push_back(out_.flows[old]);
  }
  out_.flows = std::move(sorted);
  for (uint32_t& flow : out_.of_request) flow = place[flow];
}

std::vector<uint32_t> Maker::GroupOperations() {
  std::vector<uint32_t> counts(out_.flows.size());
  for (const Operation& operation : recording_.operations) {
    if (operation.request != kNone) ++counts[out_.of_request[operation.request]];
  }
  starts_.resize(counts.size() + 1);
  std::partial_sum(counts.begin(), counts.end(), starts_.begin() + 1);
  grouped_.resize(starts_.back());
  std::vector<uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (uint32_t i = 0; i < recording_.operations.size(); ++i) {
    const uint32_t request = recording_.operations[i].request;
    if (request != kNone) grouped_[next[out_.of_request[request]]++] = i;
  }
  return counts;
}

bool Maker::Writes(const Operation& operation) const {
  const Effect* effect = recording_.effects.data() + operation.effects.first;
  return std::any_of(effect, effect + operation.effects.count,
                     [](const Effect& each) { return each.kind != EffectClass::kRead && !each.none; });
}

void Maker::Keep(Flow* flow, uint32_t* operations, uint32_t count) {
  std::stable_sort(operations, operations + count, [&](uint32_t a, uint32_t b) {
    return recording_.operations[a].start < recording_.operations[b].start;
  });
  std::vector<uint64_t> forms(count);
  times_.clear();
  uint64_t shape = Mix(kFnvStart, recording_.requests[flow->request].handler);
  for (uint32_t i = 0; i < count; ++i) {
    forms[i] = FormOf(recording_, recording_.operations[operations[i]]);
    if (times_[forms[i]]++ == 0) {
      shape = Mix(shape, forms[i]);
      if (i > 0)
        shape = Mix(shape, Bond(recording_.operations[operations[i - 1]], recording_.operations[operations[i]]));
    }
    flow->writes |= Writes(recording_.operations[operations[i]]);
  }
  flow->shape = shapes_.try_emplace(shape, static_cast<uint32_t>(shapes_.size())).first->second;
  flow->operations.first = static_cast<uint32_t>(out_.operations.size());
  std::unordered_map<uint64_t, uint32_t> seen;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t times = times_[forms[i]];
    if (times > 2 * kKeptOfALoop) {
      const uint32_t now = seen[forms[i]]++;
      if (now >= kKeptOfALoop && now < times - kKeptOfALoop) continue;
    }
    out_.operations.push_back(operations[i]);
    if (out_.operations.size() - flow->operations.first == kMostOperations) break;
  }
  flow->operations.count = static_cast<uint32_t>(out_.operations.size()) - flow->operations.first;
}

void Maker::Touches(Flow* flow) {
  flow->touches.first = static_cast<uint32_t>(out_.touches.size());
  for (uint32_t i = 0; i < flow->operations.count; ++i) {
    const Operation& operation = recording_.operations[out_.OperationAt(*flow, i)];
    for (uint32_t j = 0; j < operation.effects.count; ++j) {
      const uint32_t effect = operation.effects.first + j;
      if (recording_.effects[effect].none) continue;
      out_.touches.push_back({operation.store, recording_.effects[effect].table, i, effect});
    }
  }
  flow->touches.count = static_cast<uint32_t>(out_.touches.size()) - flow->touches.first;
  std::stable_sort(out_.touches.begin() + flow->touches.first, out_.touches.end(), [](const Touch& a, const Touch& b) {
    return a.store != b.store ? a.store < b.store : a.table < b.table;
  });
}

void Maker::GroupLocks() {
  std::vector<std::pair<uint32_t, uint32_t>> by_flow;
  for (uint32_t i = 0; i < recording_.locks.size(); ++i) {
    const uint32_t request = recording_.locks[i].request;
    if (request != kNone) by_flow.emplace_back(out_.of_request[request], i);
  }
  std::sort(by_flow.begin(), by_flow.end());
  for (const auto& [flow, lock] : by_flow) {
    Range& range = out_.flows[flow].locks;
    if (range.count++ == 0) range.first = static_cast<uint32_t>(out_.locks.size());
    out_.locks.push_back(lock);
  }
}

// Returns whether a statement of the chain has taken the lock.
bool Maker::IsOf(const Branch& chain, const Lock& lock) const {
  return std::any_of(chain.operations.begin(), chain.operations.end(), [&](uint32_t each) {
    const Operation& operation = recording_.operations[each];
    return operation.request == lock.request && operation.number == lock.operation;
  });
}

void Maker::AddBranch(const Branch& branch) {
  const uint32_t of = out_.of_request[branch.of];
  const auto within = [&](uint32_t request) {
    return std::binary_search(branch.requests.begin(), branch.requests.end(), request);
  };
  std::vector<uint32_t> operations = branch.operations;
  for (uint32_t i = starts_[of]; i < starts_[of + 1] && !branch.is_chain(); ++i) {
    if (within(recording_.operations[grouped_[i]].request)) operations.push_back(grouped_[i]);
  }
  Flow flow;
  flow.request = branch.head();
  flow.start = branch.start;
  flow.of = of;
  Keep(&flow, operations.data(), static_cast<uint32_t>(operations.size()));
  Touches(&flow);
  flow.locks.first = static_cast<uint32_t>(out_.locks.size());
  const Range& locks = out_.flows[of].locks;
  for (uint32_t i = 0; i < locks.count; ++i) {
    const uint32_t lock = out_.locks[locks.first + i];
    const Lock& each = recording_.locks[lock];
    if (within(each.request) || (branch.is_chain() && IsOf(branch, each))) out_.locks.push_back(lock);
  }
  flow.locks.count = static_cast<uint32_t>(out_.locks.size()) - flow.locks.first;
  out_.flows.push_back(flow);
  out_.branches.push_back(branch);
}

void Maker::AddBranches() {
  const Caused caused(recording_);
  std::vector<std::vector<Branch>> lists = FindBranches(recording_, caused);
  for (std::vector<Branch>& chains : FindChains(recording_, caused)) lists.push_back(std::move(chains));
  for (std::vector<Branch>& branches : FindDeliveries(recording_, caused)) lists.push_back(std::move(branches));
  for (const std::vector<Branch>& list : lists) {
    const auto first = static_cast<uint32_t>(out_.branches.size());
    for (const Branch& branch : list) AddBranch(branch);
    out_.forks.push_back({first, static_cast<uint32_t>(list.size())});
  }
}

}  // namespace

Flows MakeFlows(const Recording& recording) { return Maker(recording).Make(); }

}  // namespace nacd::requests
