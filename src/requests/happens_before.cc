#include "requests/happens_before.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "requests/fnv.h"
#include "requests/stores.h"

namespace nacd::requests {
namespace {

using Edges = std::vector<Reachability::Edge>;

void Add(Edges* edges, uint32_t from, uint32_t to) {
  if (from < to) edges->emplace_back(from, to);
}

// A request depends on the response in which a value that it sends came first, unless a request had the value before.
class ValueFlow {
 public:
  ValueFlow(const Recording& recording, const Flows& flows) : recording_(recording), flows_(flows) {}

  Edges Find() {
    struct Event {
      double time;
      bool response;
      uint32_t request;
    };
    std::vector<Event> events;
    for (uint32_t i = 0; i < recording_.requests.size(); ++i) {
      const Request& request = recording_.requests[i];
      if (request.sent.count) events.push_back({request.start, false, i});
      if (request.received.count && request.end != kNever) events.push_back({request.end, true, i});
    }
    std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
      return std::tie(a.time, a.response) < std::tie(b.time, b.response);
    });
    for (const Event& event : events) event.response ? Receive(event.request) : Send(event.request);
    return std::move(edges_);
  }

 private:
  // In `first_`: a request had the value first.
  static constexpr uint32_t kSent = kNone;

  // Tests that reset their database see the same ids again: a test's own response goes before another test's.
  uint64_t InTest(const Request& request, uint64_t hash) const { return Mix(hash, request.test); }

  void Receive(uint32_t index) {
    const Request& request = recording_.requests[index];
    for (uint32_t i = 0; i < request.received.count; ++i) {
      const uint64_t hash = recording_.hashes[request.received.first + i];
      first_.try_emplace(hash, index);
      if (request.test != kNone) first_in_test_.try_emplace(InTest(request, hash), index);
    }
  }

  void Send(uint32_t index) {
    const Request& request = recording_.requests[index];
    for (uint32_t i = 0; i < request.sent.count; ++i) {
      const uint64_t hash = recording_.hashes[request.sent.first + i];
      const uint32_t overall = first_.try_emplace(hash, kSent).first->second;
      uint32_t first = kSent;
      if (request.test != kNone) first = first_in_test_.try_emplace(InTest(request, hash), kSent).first->second;
      if (first == kSent) first = overall;
      if (first != kSent) Add(&edges_, flows_.of_request[first], flows_.of_request[index]);
    }
  }

  const Recording& recording_;
  const Flows& flows_;
  std::unordered_map<uint64_t, uint32_t> first_;
  std::unordered_map<uint64_t, uint32_t> first_in_test_;
  Edges edges_;
};

// A read by primary key of a row that an earlier request inserted.
class PrimaryKeys {
 public:
  PrimaryKeys(const Recording& recording, const Flows& flows) : recording_(recording), flows_(flows) {}

  Edges Find() {
    for (uint32_t i = 0; i < flows_.whole; ++i) {
      const Range& range = flows_.flows[i].operations;
      for (uint32_t j = 0; j < range.count; ++j) order_.push_back({flows_.operations[range.first + j], i});
    }
    for (uint32_t i = 0; i < recording_.operations.size(); ++i) {
      if (recording_.operations[i].request == kNone) order_.push_back({i, kNone});
    }
    std::stable_sort(order_.begin(), order_.end(), [&](const auto& a, const auto& b) {
      return recording_.operations[a.first].start < recording_.operations[b.first].start;
    });
    for (const auto& [operation, flow] : order_) See(recording_.operations[operation], flow);
    return std::move(edges_);
  }

 private:
  bool Has(const Operation& operation, EffectClass kind) const {
    const Effect* effect = recording_.effects.data() + operation.effects.first;
    return std::any_of(effect, effect + operation.effects.count, [&](const Effect& each) { return each.kind == kind; });
  }

  void See(const Operation& operation, uint32_t flow) {
    // Seed 002 leaves caches out: a handler fills them itself.
    if (!HasTransactions(operation.kind)) return;
    const bool upserts = Has(operation, EffectClass::kAdd) && Has(operation, EffectClass::kWrite);
    for (uint32_t i = 0; i < operation.effects.count; ++i) {
      const Effect& effect = recording_.effects[operation.effects.first + i];
      const bool reads = effect.kind == EffectClass::kRead && effect.primary && effect.rows != 0 && !upserts;
      const bool deletes = effect.kind == EffectClass::kDelete && !effect.none;
      if (effect.kind != EffectClass::kAdd && !reads && !deletes) continue;
      ForEachRow(operation, effect, [&](uint64_t row) {
        if (effect.kind == EffectClass::kDelete) {
          inserted_.erase(row);
        } else if (reads) {
          // A row that is there and that no request inserted: an upsert does not insert it.
          const uint32_t by = inserted_.try_emplace(row, kNone).first->second;
          if (by != kNone && flow != kNone) Add(&edges_, by, flow);
        } else if (upserts) {
          inserted_.try_emplace(row, flow);
        } else {
          inserted_[row] = flow;
        }
      });
    }
  }

  // Calls `each` with a hash of each row that the primary key names. A key of several columns counts with one value a
  // column.
  template <typename Each>
  void ForEachRow(const Operation& operation, const Effect& effect, Each each) const {
    const uint64_t table = Mix(Mix(kFnvStart, operation.store), effect.table);
    const auto schema = recording_.schemas.find(TableKey(operation.store, effect.table));
    const auto* primary =
        schema == recording_.schemas.end() || schema->second.primary.empty() ? nullptr : &schema->second.primary;
    uint64_t whole = table;
    uint32_t columns = 0;
    for (uint32_t i = 0; i < effect.keys.count; ++i) {
      const Key& key = recording_.keys[effect.keys.first + i];
      if (primary && std::find(primary->begin(), primary->end(), key.column) == primary->end()) continue;
      if (++columns > 1 || (primary && primary->size() > 1)) {
        if (key.values.count != 1) return;
        whole = Mix(Mix(whole, key.column), recording_.values[key.values.first]);
        continue;
      }
      for (uint32_t j = 0; j < key.values.count; ++j) {
        each(Mix(Mix(table, key.column), recording_.values[key.values.first + j]));
      }
    }
    if (primary && primary->size() > 1 && columns == primary->size()) each(whole);
  }

  const Recording& recording_;
  const Flows& flows_;
  std::vector<std::pair<uint32_t, uint32_t>> order_;  // operation, flow
  std::unordered_map<uint64_t, uint32_t> inserted_;   // flow that inserted the row last; kNone: no request did
  Edges edges_;
};

Edges MessageEdges(const Recording& recording, const Flows& flows) {
  const auto key = [](const Message& message) { return uint64_t{message.queue} << 32 | message.id; };
  std::unordered_map<uint64_t, uint32_t> senders;
  for (const Message& message : recording.messages) {
    if (message.sent && message.request != kNone) senders.try_emplace(key(message), flows.of_request[message.request]);
  }
  Edges edges;
  for (const Message& message : recording.messages) {
    if (message.sent || message.request == kNone) continue;
    const auto sender = senders.find(key(message));
    if (sender != senders.end()) Add(&edges, sender->second, flows.of_request[message.request]);
  }
  return edges;
}

Edges Join(Edges a, const Edges& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

HappensBefore::Found HappensBefore::Find(const Recording& recording, const Flows& flows) {
  return {ValueFlow(recording, flows).Find(), PrimaryKeys(recording, flows).Find(), MessageEdges(recording, flows)};
}

HappensBefore::HappensBefore(const Recording& recording, const Flows& flows)
    : HappensBefore(flows.whole, Find(recording, flows)) {}

HappensBefore::HappensBefore(uint32_t flows, Found found)
    : values_(flows, found.values),
      keys_(flows, Join(found.values, found.keys)),
      all_(flows, Join(Join(found.values, found.keys), found.messages)) {}

Order HappensBefore::Between(uint32_t a, uint32_t b) {
  if (!all_.Reaches(a, b)) return Order::kNone;
  if (values_.Reaches(a, b)) return Order::kValueFlow;
  return keys_.Reaches(a, b) ? Order::kPrimaryKey : Order::kQueue;
}

}  // namespace nacd::requests
