// Calls the listeners of lib/gates when a gate opens by itself, and when nothing but held operations is left.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "hooks/glue.h"
#include "hooks/loop_control.h"
#include "schedule/delay_queue.h"
#include "schedule/gates.h"
#include "schedule/idle_watch.h"
#include "schedule/limit_budget.h"

namespace nacd::hooks {

class GateListeners {
 public:
  // All must outlive this.
  GateListeners(napi_env env, const Glue* glue, schedule::Gates* gates, schedule::DelayQueue* delays,
                const schedule::LimitBudget* limits, const LoopControl* loop);

  // Adds a listener. It is called as listener(id) when a gate opens by itself, and as listener(0) when everything that
  // is left waits at gates (deadlock). There may be several. `is_main`: this is the main thread.
  void Add(napi_value listener, bool is_main);
  void Remove(napi_value listener);

  // Calls `closed` when this object may be deleted.
  void Close(std::function<void()> closed);

 private:
  void Tell(uint32_t id);
  schedule::Outlook Outlook();
  schedule::Outlook WithoutEvents();
  uint64_t PatienceWithOthers(loop::RestWatch* rest, uint64_t quiet_ms);
  uint64_t Bounded(uint64_t ms) const;

  napi_env env_;
  const Glue& glue_;
  schedule::Gates& gates_;
  schedule::DelayQueue& delays_;
  const schedule::LimitBudget& limits_;
  const LoopControl& loop_;
  schedule::IdleWatch idle_watch_;
  std::vector<Reference> listeners_;
  int known_threads_ = 0;
};

}  // namespace nacd::hooks
