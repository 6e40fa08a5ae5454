// Decides about operations, as far as delaying them is up to the hooks.
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

  // Decides about an operation and has it traced.
  schedule::Decision Decide(const schedule::Operation& operation);
  // Decides only.
  schedule::Decision Choose(const schedule::Operation& operation);

  // The loop engine cannot hold operations of this API, so with both engines the hooks delay them.
  void HoldByHooks(std::string api);

 private:
  bool IsOfHooksAlone(const schedule::Operation& operation) const;

  Carrier carrier_;
  schedule::Scheduler& scheduler_;
  schedule::DelayQueue& delays_;
  std::vector<std::string> held_by_hooks_;  // by api; few
};

}  // namespace nacd::hooks
