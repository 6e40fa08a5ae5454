// The state of nacd-native in one Node environment (the main thread or a worker). Nothing is global.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "hooks/decisions.h"
#include "hooks/environment_options.h"
#include "hooks/gate_listeners.h"
#include "hooks/glue.h"
#include "hooks/kept_children.h"
#include "hooks/loop_control.h"
#include "hooks/naming.h"
#include "hooks/parked_calls.h"
#include "hooks/sleepers.h"
#include "model/model.h"
#include "schedule/scheduler.h"
#include "trace/writer.h"

namespace nacd::hooks {

class HookRegistry;

// Message ports of other threads, by the numbers of their objects.
struct Ports {
  std::unordered_set<uint64_t> waiting;  // ports whose messages are held
  bool draining = false;                 // a worker has ended, and Node is reading what is left on its ports
};

class Environment {
 public:
  // Passes this environment, which is still incomplete, to `make_glue`.
  Environment(napi_env env, EnvironmentOptions options, std::unique_ptr<model::Model> model,
              std::unique_ptr<trace::Writer> trace, const std::function<Glue(Environment*)>& make_glue);

  napi_env env() const { return env_; }
  const EnvironmentOptions& options() const { return options_; }
  const model::Model& model() const { return *model_; }
  const Glue& glue() const { return glue_; }
  schedule::Scheduler& scheduler() { return scheduler_; }
  Naming& naming() { return naming_; }
  Decisions& decisions() { return decisions_; }
  ParkedCalls& calls() { return calls_; }
  schedule::ConnectedQueues& queues() { return calls_.queues(); }
  GateListeners& gate_listeners() { return gate_listeners_; }
  Sleepers& sleepers() { return sleepers_; }
  HookRegistry& hooks() { return *hooks_; }
  // Call before the first hook is made.
  void set_hooks(std::shared_ptr<HookRegistry> hooks) { hooks_ = std::move(hooks); }
  const LoopControl& loop() const { return loop_; }
  Ports& ports() { return ports_; }
  KeptChildren& children() { return children_; }

  // Lets the loop engine control the loop, if an option needs it. Returns "", or the reason why that is impossible.
  std::string ControlLoop();

  // False in mode never without a trace: a hook then calls the original and does nothing else.
  bool active() const { return scheduler_.needs_names(); }
  // Allows gates in this environment from now on. Timers are then watched, since they show whether anything can still
  // happen.
  void AllowGates();
  bool has_gates() const { return has_gates_; }
  // True if the program's timers count as operations, either for the trace or because gates may wait for them.
  bool follows_timers() const { return has_gates_ || scheduler_.tracing(); }
  // True if the hooks have nothing to do, unless gates are allowed later.
  bool asleep() const { return !active() && !has_gates_; }

  // Milliseconds for which the loop has waited while we held something.
  double HeldTime() { return calls_.delays().HeldMs() + loop_.HeldMs(); }
  // Milliseconds on the loop's clock without HeldTime().
  double OwnTime() { return calls_.delays().Now() - HeldTime(); }

  // Returns whether test runners' limits wait for our delays. If false, the runner measures by its own clock, too.
  bool limits_wait() const { return options_.limit_share >= 1; }
  // Called when a test runner's limit of `ms` begins. Returns a number to pass to Disarm() of the scheduler's limits.
  uint32_t ArmLimit(double ms) { return scheduler_.limits().Arm(ms * options_.limit_share); }

  // Returns the number that Node.js gave `handle`, which is a timer or whatever else clearTimeout() accepts; 0 if it
  // has none.
  uint64_t TimerId(napi_value handle);

  // Describes `arguments` (an array) and the callers, if a gate asks for it; else empty.
  std::string DetailsOf(napi_value arguments);

  // Calls the function in a naming context, without a frame of our JavaScript on the stack.
  napi_value Enter(napi_value context, napi_value function, napi_value self, napi_value arguments);

  // The name for an operation whose run the glue reports by note(); undefined if nobody needs it.
  napi_value NoteOf(std::string_view name) const;
  // Wraps `function` so that calling it also records in the trace that the operation runs.
  napi_value Noted(napi_value function, std::string_view name, schedule::Phase phase);

  // Drops everything held and closes all handles. Calls `closed` when this object may be deleted.
  void Close(std::function<void()> closed);

 private:
  napi_env env_;
  EnvironmentOptions options_;
  bool has_gates_ = false;
  Ports ports_;
  KeptChildren children_;
  std::unique_ptr<model::Model> model_;
  std::unique_ptr<trace::Writer> trace_;
  Glue glue_;
  schedule::Scheduler scheduler_;
  ParkedCalls calls_;
  LoopControl loop_;
  GateListeners gate_listeners_;
  Decisions decisions_;
  Naming naming_;
  Sleepers sleepers_;
  std::shared_ptr<HookRegistry> hooks_;  // shared, so that this file need not include the hooks, which include it
  std::optional<Reference> timer_id_;    // the symbol under which timers keep their number; looked up once
};

}  // namespace nacd::hooks
