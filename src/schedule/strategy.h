// A strategy answers one question for each operation that is about to happen: now, or after t milliseconds.
#pragma once

#include "operation/operation.h"
#include "schedule/options.h"

namespace nacd::schedule {

// Used on one loop's thread only; each environment has its own.
class Strategy {
 public:
  virtual ~Strategy() = default;
  // Decides about `operation`; `now_ms` is the loop's time. Should depend on seed and operation alone, so that a seed
  // repeats a run; a strategy that looks at the order of operations too says so in its file.
  virtual Decision Decide(const Operation& operation, double now_ms) = 0;
  // The delay that was decided last is not made (the time limit of a test has no room for it).
  virtual void Refused() {}
};

}  // namespace nacd::schedule
