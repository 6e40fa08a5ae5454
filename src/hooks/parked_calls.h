// Held calls. Each is made later, after its delay or when its turn among its object's calls comes.
#pragma once

#include <node_api.h>

#include <cstdint>
#include <functional>

#include "hooks/glue.h"
#include "schedule/connected_queues.h"
#include "schedule/delay_queue.h"
#include "schedule/scheduler.h"

namespace nacd::hooks {

// Numbers beyond this are those of awaited events, numbers before it tickets.
inline constexpr double kAwaited = 1ULL << 48;

// A decision as JavaScript passes it to park(): milliseconds, or a negative number, that of its ticket or of the events
// that it waits for.
inline napi_value WaitOf(napi_env env, const schedule::Decision& decision) {
  if (decision.after) return Number(env, -kAwaited - decision.after->number);
  return Number(env, decision.ticket != 0 ? -static_cast<double>(decision.ticket) : decision.ms);
}

// A call to be made later.
struct ParkedCall {
  napi_value function;
  napi_value self;
  napi_value arguments;  // an array
  schedule::Decision decision;
  uint64_t object = 0;                // not 0: in the order of the object's connected callbacks
  bool cancellable = false;           // dropped when the program closes the object
  napi_value context = nullptr;       // the naming context it runs in; null: the current one
  std::function<void()> before = {};  // runs right before it
};

class ParkedCalls {
 public:
  // `glue` and `scheduler` must outlive this.
  ParkedCalls(napi_env env, const Glue* glue, schedule::Scheduler* scheduler);

  // Makes `call` after its delay, in the current async context.
  void Park(ParkedCall call);
  // The native park() of the glue. Returns the result if the call is made at once, else null.
  napi_value ParkFromGlue(napi_value wait, napi_value object, const napi_value* call);

  schedule::ConnectedQueues& queues() { return queues_; }
  schedule::DelayQueue& delays() { return delays_; }

  // Drops all calls. Calls `closed` when this object may be deleted.
  void Close(std::function<void()> closed) { delays_.Close(std::move(closed)); }

 private:
  void Run(const Reference& parked);

  napi_env env_;
  const Glue& glue_;
  schedule::Decision DecisionOf(napi_value wait) const;

  schedule::Scheduler& scheduler_;
  schedule::DelayQueue delays_;
  schedule::ConnectedQueues queues_;
};

// Reports an exception after a callback of ours has failed outside of our own try: one of ours, or the end of the
// thread.
void ReportException(napi_env env);

}  // namespace nacd::hooks
