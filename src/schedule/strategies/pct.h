// Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: "A randomized scheduler with
// probabilistic guarantees of finding bugs", ASPLOS 2010). A bug of depth d shows when d - 1 points of a run are chosen
// at which the running thread falls behind all others. Here a point is a completion that is held for the longest delay,
// which is behind all else, and everything else comes at once.
#pragma once

#include "schedule/strategy.h"

namespace nacd::schedule {

class Pct : public Strategy {
 public:
  explicit Pct(const Options& options);
  Decision Decide(const Operation& operation, double now_ms) override;

 private:
  Options options_;
  int points_;  // that are left
  double density_;
};

}  // namespace nacd::schedule
