// Decides about operations, as far as the hooks are responsible for delaying them.
#pragma once

#include <string>
#include <vector>

#include "hooks/environment_options.h"
#include "schedule/delay_queue.h"
#include "schedule/scheduler.h"

namespace nacd::hooks {

class Decisions {
 public:
  // `scheduler` and `delays` must outlive this.
  Decisions(Carrier carrier, schedule::Scheduler* scheduler, schedule::DelayQueue* delays)
      : carrier_(carrier), scheduler_(*scheduler), delays_(*delays) {}

  // Decides about an operation and records it in the trace.
  schedule::Decision Decide(const schedule::Operation& operation);
  // Decides without recording.
  schedule::Decision Choose(const schedule::Operation& operation);

  // Leaves operations of this API to the hooks, also when both engines are on: the loop engine cannot hold them.
  void HoldByHooks(std::string api);

 private:
  bool IsOfHooksAlone(const schedule::Operation& operation) const;

  Carrier carrier_;
  schedule::Scheduler& scheduler_;
  schedule::DelayQueue& delays_;
  std::vector<std::string> held_by_hooks_;  // by api; few
};

}  // namespace nacd::hooks
