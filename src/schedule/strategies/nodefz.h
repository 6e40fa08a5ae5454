// Node.fz (Davis, Thekumparampil, Lee: EuroSys 2017), section 4.3.4 and Table 3 in its standard parameterization:
// little delays, many of them. Carried out by the loop engine; the names of its parameters are in docs/engines.md.
#pragma once

#include "schedule/strategy.h"

namespace nacd::schedule {

class NodeFz : public Strategy {
 public:
  explicit NodeFz(const Options& options);
  Decision Decide(const Operation& operation, double now_ms) override;

 private:
  Decision Defer(const Operation& operation, double probability, double ms) const;

  Options options_;
  double ready_deferral_;  // of a ready descriptor or a finished task, to the next turn of the loop
  double timer_deferral_;
  double timer_delay_ms_;
  double pool_delay_ms_;  // for which a worker waits for more tasks, to choose one at random
};

}  // namespace nacd::schedule
