// Partial order sampling (Yuan, Yang, Gu: "Partial order aware concurrency sampling", CAV 2018). Each operation has a
// random priority of its own, and those that race with one that was carried out draw anew, so that who lost one race
// does not lose the next for that. Here a priority is a time to be held, and an operation draws by its name and by how
// many others have touched the same resource before. That count depends on the order of operations, so the same seed
// repeats a run as far as that order does.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "schedule/strategy.h"

namespace nacd::schedule {

class Pos : public Strategy {
 public:
  explicit Pos(const Options& options) : options_(options) {}
  Decision Decide(const Operation& operation, double now_ms) override;

 private:
  Options options_;
  std::unordered_map<uint64_t, uint32_t> touched_;  // by hash of the resource
};

}  // namespace nacd::schedule
