#include "requests/pairs.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "requests/fnv.h"

namespace nacd::requests {
namespace {

constexpr uint64_t kMostPairs = 2'000'000;
// Effects compared, and pairs of runs passed over: about twenty seconds.
constexpr uint64_t kMostWork = 300'000'000;
// The work of a pair besides comparing effects.
constexpr uint64_t kWorkOfAPair = 100;
constexpr uint32_t kLeastLimit = 4;
constexpr uint32_t kMostLimit = 4000;
// A longer list of values counts as an unknown key.
constexpr uint32_t kMostValues = 64;

bool Disjoint(const std::vector<TextId>& a, const std::vector<TextId>& b) {
  auto first = a.begin();
  auto second = b.begin();
  while (first != a.end() && second != b.end()) {
    if (*first == *second) return false;
    ++(*first < *second ? first : second);
  }
  return true;
}

}  // namespace

bool Pairs::Entry::operator<(const Entry& other) const {
  return std::tie(bucket, shape, flow, other.writes) < std::tie(other.bucket, other.shape, other.flow, writes);
}

Pairs::Pairs(const Recording& recording, const Flows& flows, uint32_t limit)
    : recording_(recording), flows_(flows), limit_(limit) {
  if (limit_ == 0) {
    const uint64_t shapes = uint64_t{flows.shapes} * (flows.shapes + 1) / 2;
    limit_ = static_cast<uint32_t>(
        std::clamp<uint64_t>(kMostPairs / std::max<uint64_t>(shapes, 1), kLeastLimit, kMostLimit));
  }
}

void Pairs::IndexEffect(const Operation& operation, const Effect& effect, const Flow& flow, uint32_t index) {
  // Two locks may deadlock, though nothing is changed.
  const bool writes = effect.kind != EffectClass::kRead || effect.locks;
  std::vector<TextId> columns;
  for (uint32_t i = 0; i < effect.keys.count; ++i) {
    const Key& key = recording_.keys[effect.keys.first + i];
    if (key.values.count > kMostValues) continue;
    columns.push_back(key.column);
    const uint64_t column = Mix(Mix(Mix(kFnvStart, operation.store), effect.table), key.column);
    for (uint32_t j = 0; j < key.values.count; ++j) {
      rows_.push_back({Mix(column, recording_.values[key.values.first + j]), flow.shape, index, writes});
    }
  }
  uint64_t bucket = Mix(Mix(kFnvStart, operation.store), effect.table);
  for (const TextId column : columns) bucket = Mix(bucket, column);
  tables_.push_back({bucket, flow.shape, index, writes});
  chosen_.try_emplace(bucket, Chosen{TableKey(operation.store, effect.table), effect.table == kNone, columns});
}

void Pairs::Index() {
  for (uint32_t i = 0; i < flows_.whole; ++i) {
    const Flow& flow = flows_.flows[i];
    for (uint32_t j = 0; j < flow.operations.count; ++j) {
      const Operation& operation = recording_.operations[flows_.OperationAt(flow, j)];
      for (uint32_t k = 0; k < operation.effects.count; ++k) {
        const Effect& effect = recording_.effects[operation.effects.first + k];
        if (!effect.none) IndexEffect(operation, effect, flow, i);
      }
    }
  }
  for (std::vector<Entry>* entries : {&rows_, &tables_}) {
    std::sort(entries->begin(), entries->end());
    // An entry that writes comes before one of the same flow that does not.
    const auto same = [](const Entry& a, const Entry& b) { return a.bucket == b.bucket && a.flow == b.flow; };
    entries->erase(std::unique(entries->begin(), entries->end(), same), entries->end());
  }
}

uint32_t& Pairs::CountOf(uint32_t a, uint32_t b) { return counts_[uint64_t{std::min(a, b)} << 32 | std::max(a, b)]; }

void Pairs::Meet(uint32_t a, uint32_t b, uint32_t* count, const Each& each) {
  if (a > b) std::swap(a, b);
  if (!met_.insert(uint64_t{a} << 32 | b).second) return;
  ++*count;
  work_ += kWorkOfAPair + each(a, b);
}

bool Pairs::Spent() {
  if (work_ < kMostWork && met_.size() < kMostPairs) return false;
  limited_ = true;
  return true;
}

std::vector<Pairs::Run> Pairs::RunsOf(const std::vector<Entry>& entries, size_t first, size_t end) const {
  std::vector<Run> runs;
  for (size_t i = first; i < end; ++i) {
    if (runs.empty() || entries[i].shape != entries[runs.back().first].shape) runs.push_back({i, i, false});
    runs.back().end = i + 1;
    runs.back().writes |= entries[i].writes;
  }
  return runs;
}

void Pairs::Cross(const std::vector<Entry>& entries, const Run& a, const Run& b, const Each& each) {
  ++work_;
  if ((!a.writes && !b.writes) || Spent()) return;
  uint32_t& count = CountOf(entries[a.first].shape, entries[b.first].shape);
  uint64_t tries = 0;
  for (size_t i = a.first; i < a.end; ++i) {
    for (size_t j = a.first == b.first ? i + 1 : b.first; j < b.end; ++j) {
      if (count >= limit_ || tries++ > 4 * uint64_t{limit_} || Spent()) {
        limited_ = true;
        return;
      }
      if (entries[i].flow == entries[j].flow || (!entries[i].writes && !entries[j].writes)) continue;
      Meet(entries[i].flow, entries[j].flow, &count, each);
    }
  }
}

void Pairs::ForEachInBuckets(std::vector<Entry>* entries, const Each& each) {
  for (size_t first = 0; first < entries->size();) {
    size_t end = first;
    bool writes = false;
    while (end < entries->size() && (*entries)[end].bucket == (*entries)[first].bucket) {
      writes |= (*entries)[end++].writes;
    }
    if (writes && end - first > 1) {
      const std::vector<Run> runs = RunsOf(*entries, first, end);
      for (size_t i = 0; i < runs.size(); ++i) {
        for (size_t j = i; j < runs.size() && !Spent(); ++j) Cross(*entries, runs[i], runs[j], each);
      }
    }
    first = end;
  }
}

// Effects that choose their rows by different columns may mean the same row.
void Pairs::ForEachInTables(const Each& each) {
  struct Bucket {
    const Chosen* chosen;
    std::vector<Run> runs;
  };
  std::map<TextId, std::vector<Bucket>> stores;
  for (size_t first = 0; first < tables_.size();) {
    size_t end = first;
    while (end < tables_.size() && tables_[end].bucket == tables_[first].bucket) ++end;
    const Chosen& chosen = chosen_.at(tables_[first].bucket);
    stores[static_cast<TextId>(chosen.table >> 32)].push_back({&chosen, RunsOf(tables_, first, end)});
    first = end;
  }
  for (const auto& [store, buckets] : stores) {
    for (size_t i = 0; i < buckets.size(); ++i) {
      for (size_t j = i; j < buckets.size(); ++j) {
        const Chosen& a = *buckets[i].chosen;
        const Chosen& b = *buckets[j].chosen;
        const bool whole = a.whole_store != b.whole_store;
        if (!whole && (a.table != b.table || !Disjoint(a.columns, b.columns))) continue;
        for (const Run& mine : buckets[i].runs) {
          for (const Run& theirs : buckets[j].runs) {
            if (Spent()) return;
            Cross(tables_, mine, theirs, each);
          }
        }
      }
    }
  }
}

void Pairs::ForEach(const Each& each) {
  std::unordered_map<uint32_t, uint32_t> copies;
  for (uint32_t i = 0; i < flows_.whole; ++i) {
    if (!flows_.flows[i].writes) continue;
    if (copies[flows_.flows[i].shape]++ < limit_ && work_ < kMostWork / 2) {
      work_ += kWorkOfAPair + each(i, i);
    } else {
      limited_ = true;
    }
  }
  Index();
  ForEachInBuckets(&rows_, each);
  ForEachInTables(each);
}

}  // namespace nacd::requests
