// The state of nacd-native in one Node environment (the main thread or a worker). Everything hangs here, nothing is
// global.
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
  std::unordered_set<uint64_t> waiting;  // messages of these are held
  bool draining = false;                 // a worker has ended, and Node reads the rest of its ports right now
};

class Environment {
 public:
  // `make_glue` gets this environment, which is not complete then.
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
  // Must be called before the first hook is made.
  void set_hooks(std::shared_ptr<HookRegistry> hooks) { hooks_ = std::move(hooks); }
  const LoopControl& loop() const { return loop_; }
  Ports& ports() { return ports_; }
  KeptChildren& children() { return children_; }

  // Has the loop engine control the loop, if an option needs it. Returns "", or the reason why that is not possible.
  std::string ControlLoop();

  // False in mode never without a trace: a hook then calls the original and does nothing else.
  bool active() const { return scheduler_.needs_names(); }
  // Gates may be set in this environment from now on: timers are watched then, since they show whether anything can
  // still go on.
  void AllowGates();
  bool has_gates() const { return has_gates_; }
  // Timers of a program are operations: a trace tells them, or gates may wait for them.
  bool follows_timers() const { return has_gates_ || scheduler_.tracing(); }
  // The hooks have nothing to do, unless gates are allowed later.
  bool asleep() const { return !active() && !has_gates_; }

  // Milliseconds for which the loop has waited while we held something.
  double HeldTime() { return calls_.delays().HeldMs() + loop_.HeldMs(); }
  // Milliseconds on the loop's clock without those.
  double OwnTime() { return calls_.delays().Now() - HeldTime(); }

  // False: the runner measures by its own clock, too.
  bool limits_wait() const { return options_.limit_share >= 1; }
  // A test runner's limit of `ms` begins. Returns a number for Disarm() of the scheduler's limits.
  uint32_t ArmLimit(double ms) { return scheduler_.limits().Arm(ms * options_.limit_share); }

  // Returns the number that Node.js gave `handle`, a timer or what clearTimeout() takes for one. 0: it has none.
  uint64_t TimerId(napi_value handle);

  // Describes `arguments` (an array) and the callers, for gates that ask for it; empty where none does.
  std::string DetailsOf(napi_value arguments);

  // Calls the function in a naming context, without a frame of our JavaScript on the stack.
  napi_value Enter(napi_value context, napi_value function, napi_value self, napi_value arguments);

  // The name of an operation whose run the glue reports by note(); undefined where nobody needs to know.
  napi_value NoteOf(std::string_view name) const;
  // Returns `function`, and has it traced, when it is called, that the operation is carried out then.
  napi_value Noted(napi_value function, std::string_view name, schedule::Phase phase);

  // Drops what is held and closes all handles; `closed` runs when this object may be deleted.
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
  std::shared_ptr<HookRegistry> hooks_;  // shared, so that this file need not know hooks, which know it
  std::optional<Reference> timer_id_;    // the symbol by which timers have their number; asked for once
};

}  // namespace nacd::hooks
