// NACD's distribution (ECOOP 2025, section 4, makeChoice): with probability p, a delay drawn uniformly from a range.
#pragma once

#include "schedule/strategy.h"

namespace nacd::schedule {

class Uniform : public Strategy {
 public:
  explicit Uniform(const Options& options) : options_(options) {}
  Decision Decide(const Operation& operation, double now_ms) override;

 private:
  Options options_;
};

}  // namespace nacd::schedule
