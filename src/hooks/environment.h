// What one Node environment (the main thread or a worker) has of ours. Everything hangs here, nothing is global.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "hooks/naming.h"
#include "hooks/sleepers.h"
#include "loop/engine.h"
#include "model/model.h"
#include "napi/js.h"
#include "schedule/connected_queues.h"
#include "schedule/delay_queue.h"
#include "schedule/idle_watch.h"
#include "schedule/scheduler.h"
#include "trace/writer.h"

namespace nacd::hooks {

// How a hooked function behaves; one for each function that was replaced. Lives as long as the environment.
struct Hook;

// One line each, not aligned: lines that are changed side by side merge.
// clang-format off
#define NACD_GLUE_FUNCTIONS(each) \
  each(callers)            /* (package) => "<kind><site>", see Naming */ \
  each(context)        /* () => the current naming context, or undefined */ \
  each(storage)        /* () => the AsyncLocalStorage of naming contexts */ \
  each(info)           /* (object) => its ObjectInfo, or undefined */ \
  each(setInfo)        /* (object, info) */ \
  each(slot)           /* Float64Array of one, shared: the naming context of what runs now, or 0: ask for it */ \
  each(wrapCallback)   /* (callback, context, note, name, phase, park, ms, object) => function that runs it in the context */ \
  each(delayCallback)  /* (callback, park, ms, object) => function */ \
  each(delayPromise)   /* (promise, park, ms, object, note, name, phase) => promise; ms, note may be undefined */ \
  each(noted)          /* (function, note, name, phase) => function that calls note(name, phase) first */ \
  each(postpone)       /* (park, ms, function, self, arguments, promise) => promise or undefined */ \
  each(canPostpone)    /* (function, arguments, callback index, kinds) => whether the call surely does not throw */ \
  each(startLater)     /* (function, name) => function that starts a stream's work, if it is still wanted */ \
  each(pushLater)      /* (function) => function that pushes, if the stream still takes it */ \
  each(canPause)       /* (stream) => whether its connection reads, and can be stopped */ \
  each(pauseReading)   /* (stream, park, ms, note, name, phase): nothing is read from the system for so long */ \
  each(watchHandler)   /* (owner, holder, name, deliver): delays the function that a handle calls */ \
  each(watchArguments) /* (callback, watchers) => function that shows its arguments to the watchers first */ \
  each(watchResult)    /* (result, watch, promise): shows the result, or what it settles with, to `watch` */ \
  each(watchProperty)  /* (holder, name, watch): shows what a property holds to `watch`, when it is there */ \
  each(lateMessage)    /* (function, port, data, type) => function that dispatches it with the ports of now */ \
  each(timerCallback)  /* (callback, kind, decide, park, run) => function for a timer to call: glue/late-timers.js */ \
  each(timerResult)    /* (result, kind, decide, park, run, options) => promise or iterator that is late */ \
  each(clearedTimer)   /* (immediate): the program does not want it any more */ \
  each(apply)          /* (function, self, arguments): Reflect.apply */ \
  each(construct)      /* (class, arguments, new target): Reflect.construct */ \
  each(park)           /* (function, self, arguments) => the call, to be run in the async context of now */ \
  each(run)            /* (call, fatal): makes such a call */ \
  each(disguise)       /* (original, trap) => what looks like original and calls trap, see HookedCall */ \
  each(disguiseDirectly) /* (original, native) => what looks like original and calls native with no `this`, or undefined */ \
  each(disguiseAsleep) /* (original, direct) => what looks like original and calls it until wake(), or undefined */ \
  each(wake)           /* (trapOf): what was disguised asleep calls trapOf(its number, from 0) from now on */ \
  each(ownMethod)      /* (name) => function that calls the method which the instance itself had */ \
  each(defineOwn)      /* (object, name, wrapper): replaces an instance's own method */ \
  each(firstTime)      /* (holder, class) => whether the holder was never hooked as that class */ \
  each(lookup)         /* (holder, name, named) => the function to replace, or undefined */ \
  each(define)         /* (holder, name, wrapper): replaces it where it was found */ \
  each(promisified)    /* (function) => its util.promisify.custom, or undefined */ \
  each(setPromisified) /* (wrapper, original, custom): custom takes the place of original's */ \
  each(exported)       /* (exports, path, watch) => what lies there, no getter asked */ \
  each(ownHolder)      /* (object) => the prototype that is the object's class's own, else the object */ \
  each(limit) /* (callback, ms, ownTime) => function that waits for ms of the program's own time */ \
  each(timer)          /* (callback, name, phase, note, expect, hold) => {run}, the function for a timer that is traced */ \
  each(timersGoOn)     /* (news) => whether a timer of the program's will fire that may change anything */ \
  each(liveWait)       /* (promise, name): the program waits for a time */ \
  each(details)        /* (arguments) => what a call is given and where it is made, a line "key=value" each */ \
  each(rememberTimer)  /* (handle, timer): that is what setTimeout returned for it */ \
  each(forgetTimer)    /* (handle, cancelled): it was cleared; tells cancelled(name) what does not come */
// clang-format on

// The JavaScript side (lib/preload/glue/index.js), by the names used there.
struct Glue {
#define NACD_DECLARE(name) Reference name;
  NACD_GLUE_FUNCTIONS(NACD_DECLARE)
#undef NACD_DECLARE
};

// A class whose instances are hooked as soon as they are seen.
class Environment;
struct Watched {
  Environment* environment;
  std::string class_name;
  std::string package;
  Reference function;
};

// Who carries delays out (NACD_ENGINE). No operation is delayed at both: with kBoth the hooks delay only what has no
// descriptor, task or timer of its own behind it.
enum class Carrier { kApi, kLoop, kBoth };

// A decision as the JavaScript side hands it to park(): milliseconds, or a ticket below 0.
inline napi_value WaitOf(napi_env env, const schedule::Decision& decision) {
  return Number(env, decision.ticket != 0 ? -static_cast<double>(decision.ticket) : decision.ms);
}

// A call that is to be made later.
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

class Environment {
 public:
  Environment(napi_env env, const schedule::Options& options, std::unique_ptr<model::Model> model,
              std::unique_ptr<trace::Writer> trace, Glue glue, std::string own_directory);

  ~Environment();

  napi_env env() const { return env_; }
  const model::Model& model() const { return *model_; }
  schedule::Scheduler& scheduler() { return scheduler_; }
  schedule::ConnectedQueues& queues() { return queues_; }
  Naming& naming() { return naming_; }
  const Glue& glue() const { return glue_; }
  // False in mode never without a trace: a hook then calls the original and does nothing else.
  bool active() const { return scheduler_.needs_names(); }
  // NACD_MODULES: instances of the module's classes are not hooked, wherever they are seen.
  void LeaveOut(std::string module) { left_out_.insert(std::move(module)); }
  bool IsLeftOut(const std::string& module) const { return left_out_.count(module) != 0; }

  // NACD_TIMERS: timers are delayed too.
  void set_delays_timers(bool delays) { delays_timers_ = delays; }
  bool delays_timers() const { return delays_timers_; }
  // Ports whose messages wait, and whether a worker's end has what is left of its ports read right now.
  std::unordered_set<uint64_t>& waiting_ports() { return waiting_ports_; }
  bool draining() const { return draining_; }
  void set_draining(bool draining) { draining_ = draining; }

  void set_carrier(Carrier carrier) { carrier_ = carrier; }
  // Takes the loop in hand. `delays`: delays are carried out there; false: only the clock. Returns "" or why not.
  std::string ControlLoop(bool delays, bool virtual_clock);

  // The limits that test runners set count the program's own time, not the delays.
  void set_extends_limits(bool extends) { extends_limits_ = extends; }
  bool extends_limits() const { return extends_limits_; }
  // Gates may be set in this environment: timers are watched from then on, since they show whether anything can still
  // go on.
  void set_has_gates();
  bool has_gates() const { return has_gates_; }
  // Whether hooks have nothing to do, unless gates come.
  bool asleep() const { return !active() && !has_gates_; }
  Sleepers& sleepers() { return sleepers_; }
  // For how long the loop has waited while we held something, milliseconds.
  double HeldTime();
  // Milliseconds on the loop's clock without those.
  double OwnTime() { return delays_.Now() - HeldTime(); }

  // Has listener(id) called when a gate has opened by itself, and listener(0) when nothing goes on but what waits at
  // gates (deadlock). There may be several.
  void ListenToGates(napi_value listener);
  void UnlistenToGates(napi_value listener);

  // What `arguments` (an array) are and who calls, for gates that ask for it; empty where none does.
  std::string DetailsOf(napi_value arguments);

  // Counts the turns of the event loop.
  uint64_t turn() const;

  // Decides about an operation and has it traced; Choose alone does not trace it.
  schedule::Decision Decide(const schedule::Operation& operation);
  schedule::Decision Choose(const schedule::Operation& operation);

  // The loop engine cannot hold operations of this API, so with both engines the hooks delay them.
  void HoldByHooks(std::string api);

  // Calls the function in a naming context, without a frame of our JavaScript on the stack.
  napi_value Enter(napi_value context, napi_value function, napi_value self, napi_value arguments);

  // Makes `call` after its delay, in the async context of now.
  void Park(ParkedCall call);

  Hook* Keep(std::unique_ptr<Hook> hook);
  // The hook behind an emit that was replaced, or null.
  Hook* EmitHookOf(napi_value emit);
  void RememberEmit(napi_value emit, Hook* hook) { emits_.emplace_back(Reference(env_, emit), hook); }
  // The function that hooks what it is given as an instance of a class.
  napi_value Watcher(const std::string& class_name, const std::string& package);
  // The methods that each instance of a class has of its own, with their wrappers; null before the first was seen.
  struct OwnMethod {
    std::string name;
    Reference wrapper;
  };
  std::unique_ptr<std::vector<OwnMethod>>& OwnMethodsOf(const std::string& class_name) {
    return own_methods_[class_name];
  }
  // The native function `park(ms, function, self, arguments)` for the JavaScript side.
  napi_value park() const { return park_.Value(); }
  // note(name, phase): tells that an operation is carried out now. Undefined where nobody listens.
  napi_value note() const;
  // Returns `function`, and has it traced, when it is called, that the operation is carried out then.
  napi_value Noted(napi_value function, std::string_view name, schedule::Phase phase);

  // Ends it all: what waits is dropped, the timer closed; `closed` runs when this object may be deleted.
  void Close(std::function<void()> closed);

 private:
  // Timers, too, are delayed by the hooks alone, and on demand only (NACD_TIMERS).
  bool IsOfNoSource(const schedule::Operation& operation) const;
  void Run(const Reference& parked);
  void TellGates(uint32_t id);
  schedule::Outlook WithoutEvents();
  schedule::Outlook OutlookNow();
  Reference Function(const char* name, napi_callback native);

  napi_env env_;
  std::unique_ptr<model::Model> model_;
  std::unique_ptr<trace::Writer> trace_;
  Glue glue_;
  schedule::Scheduler scheduler_;
  Carrier carrier_ = Carrier::kApi;
  bool extends_limits_ = false;
  bool has_gates_ = false;
  Sleepers sleepers_{this};
  schedule::DelayQueue delays_;
  schedule::IdleWatch idle_watch_;
  schedule::ConnectedQueues queues_;
  Naming naming_;
  Reference park_;
  Reference note_;
  Reference fatal_;
  std::vector<Reference> gate_listeners_;
  int known_threads_ = 0;
  std::vector<std::unique_ptr<Hook>> hooks_;
  std::vector<std::pair<Reference, Hook*>> emits_;
  std::unordered_set<std::string> left_out_;
  std::vector<std::string> held_by_hooks_;  // by api; few
  std::unordered_set<uint64_t> waiting_ports_;
  bool draining_ = false;
  bool delays_timers_ = false;
  std::unique_ptr<loop::Engine> engine_;
  std::unordered_map<std::string, std::unique_ptr<Watched>> watchers_;
  std::unordered_map<std::string, std::unique_ptr<std::vector<OwnMethod>>> own_methods_;
};

}  // namespace nacd::hooks
