// Candidates: orders of two requests that analysis could not rule out, one for each pair of handlers, call sites and
// pattern.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "requests/flows.h"
#include "requests/interleaving.h"
#include "requests/recording.h"

namespace nacd::requests {

// One operation of an order.
struct Step {
  bool second = false;     // of the second request
  uint32_t operation = 0;  // in Recording::operations
};

struct Example {
  uint32_t first = 0;  // in Flows::flows
  uint32_t second = 0;
};

struct Candidate {
  uint64_t id = 0;
  Window window;       // without its conflicts, which are gone
  uint32_t first = 0;  // in Flows::flows
  uint32_t second = 0;
  uint32_t hold = 0;  // the operation that the first request is held before
  std::vector<Step> order;
  const Effect* effect = nullptr;  // of the first request, at the end of the window
  const Effect* read = nullptr;    // of the first request, at its start
  uint32_t examples = 0;           // pairs
  std::vector<Example> more;       // other pairs than this one
};

class Candidates {
 public:
  // `kept`: examples of each candidate, this one included.
  Candidates(const Recording& recording, const Flows& flows, uint32_t kept)
      : recording_(recording), flows_(flows), kept_(kept) {}

  // Starts a new pair of flows.
  void StartPair() { of_pair_.clear(); }
  // Adds an order of the pair. Returns whether none like it was known.
  bool Add(uint32_t first, uint32_t second, const Window& window);
  // Counts another pair with an order that was added, of no higher rank.
  void Repeat(uint64_t id, const Example& pair);
  // Returns the orders of this pair, with the flow that is held first.
  const std::vector<std::pair<uint64_t, Example>>& of_pair() const { return of_pair_; }
  // Returns whether there were too many to keep.
  bool limited() const { return limited_; }
  // Returns all, the likeliest harm first.
  std::vector<Candidate> Ranked();

 private:
  uint64_t IdOf(const Flow& a, const Flow& b, const std::vector<Step>& order, const Window& window) const;
  std::vector<Step> OrderOf(const Flow& a, const Flow& b, const Window& window) const;

  const Recording& recording_;
  const Flows& flows_;
  uint32_t kept_;
  bool limited_ = false;
  std::vector<Candidate> candidates_;
  std::unordered_map<uint64_t, size_t> by_id_;
  std::vector<std::pair<uint64_t, Example>> of_pair_;
};

}  // namespace nacd::requests
