// Lists the pairs of flows that may conflict, by an index of store, table and key.
#pragma once

#include <functional>
#include <unordered_set>
#include <vector>

#include "requests/flows.h"
#include "requests/recording.h"

namespace nacd::requests {

// Flows of the same two shapes do the same at the same call sites, so a limit for each two shapes keeps the work of a
// long trace linear. Belongs to one thread.
class Pairs {
 public:
  // Called for each pair once; `a` started no later than `b`. Returns the work that it was, in effects compared.
  using Each = std::function<uint64_t(uint32_t a, uint32_t b)>;

  // `limit`: so many pairs of each two shapes at most; 0: as many as two million pairs in all allow.
  Pairs(const Recording& recording, const Flows& flows, uint32_t limit);

  // Calls `each` for each flow that writes with itself, then for each two flows that may conflict.
  void ForEach(const Each& each);
  // Returns whether the limit left out pairs.
  bool limited() const { return limited_; }

 private:
  // That a flow has an effect on what `bucket` stands for.
  struct Entry {
    uint64_t bucket;
    uint32_t shape;
    uint32_t flow;
    bool writes;
    bool operator<(const Entry& other) const;
    bool operator==(const Entry& other) const = default;
  };
  struct Run {
    size_t first;
    size_t end;
    bool writes;
  };

  void Index();
  void IndexEffect(const Operation& operation, const Effect& effect, const Flow& flow, uint32_t index);
  void ForEachInBuckets(std::vector<Entry>* entries, const Each& each);
  void ForEachInTables(const Each& each);
  std::vector<Run> RunsOf(const std::vector<Entry>& entries, size_t first, size_t end) const;
  void Cross(const std::vector<Entry>& entries, const Run& a, const Run& b, const Each& each);
  uint32_t& CountOf(uint32_t a, uint32_t b);
  void Meet(uint32_t a, uint32_t b, uint32_t* count, const Each& each);
  bool Spent();

  const Recording& recording_;
  const Flows& flows_;
  uint32_t limit_;
  bool limited_ = false;
  uint64_t work_ = 0;
  std::vector<Entry> rows_;    // buckets of one value in one column
  std::vector<Entry> tables_;  // buckets of a table and the columns that choose the rows
  // Of each such bucket: its table and those columns.
  struct Chosen {
    uint64_t table;
    bool whole_store;
    std::vector<TextId> columns;
  };
  std::unordered_map<uint64_t, Chosen> chosen_;
  std::unordered_map<uint64_t, uint32_t> counts_;  // by two shapes
  std::unordered_set<uint64_t> met_;
};

}  // namespace nacd::requests
