// Timers (NACD_TIMERS): setTimeout, setInterval, setImmediate and their promises. Each comes as late as decided, and no
// timer overtakes another: lib/preload/glue/late-timers.js lets Node fire them and makes them wait for their turn.
#include "hooks/hook.h"
#include "hooks/install.h"
#include "names/name.h"
#include "schedule/hold.h"

namespace nacd::hooks {
namespace {

using model::Pattern;
using schedule::Phase;

// The data of one timer for decide and run. Owned by the JavaScript functions made for it.
struct Timer {
  Hook* hook;
  std::string name;
  std::string site;
  uint32_t count = 0;

  bool repeats() const { return hook->property.name == "setInterval"; }
  // Returns the name of this turn: an interval fires again and again, and so does a timeout that is refreshed.
  std::string NameOfTurn() const { return repeats() || count > 1 ? names::TickOf(name, count) : name; }
};

// decide() => milliseconds, or undefined
napi_value OnDecide(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* timer = arguments.hook<Timer>();
  timer->count++;
  const std::string& api = timer->hook->api;
  Environment* environment = timer->hook->environment;
  const schedule::Decision decision = environment->decisions().Decide(
      {.name = timer->NameOfTurn(), .phase = Phase::kTimer, .api = api, .site = timer->site});
  if (decision.ticket != 0) {
    schedule::RefuseGates(decision, &environment->scheduler().gates(), "NACD_TIMERS=1 delays the timers instead");
    return nullptr;
  }
  return decision.delay ? Number(env, decision.ms) : nullptr;
}

// run(): traces that the timer fires now
napi_value OnRun(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  const auto* timer = arguments.hook<Timer>();
  timer->hook->environment->scheduler().RecordRun(timer->NameOfTurn(), Phase::kTimer);
  return nullptr;
}

struct Functions {
  napi_value decide = nullptr;
  napi_value run = nullptr;
};

Functions FunctionsOf(napi_env env, std::unique_ptr<Timer> timer) {
  Functions functions;
  napi_create_function(env, "decide", NAPI_AUTO_LENGTH, OnDecide, timer.get(), &functions.decide);
  napi_create_function(env, "run", NAPI_AUTO_LENGTH, OnRun, timer.get(), &functions.run);
  // The two functions refer to each other, so each keeps the data alive as long as one of them lives.
  napi_set_named_property(env, functions.decide, "run", functions.run);
  napi_set_named_property(env, functions.run, "decide", functions.decide);
  napi_add_finalizer(
      env, functions.decide, timer.release(), [](napi_env, void* data, void*) { delete static_cast<Timer*>(data); },
      nullptr, nullptr);
  return functions;
}

// The kind of a timer, for lib/preload/glue/late-timers.js.
const char* KindOf(const model::Property& property) {
  if (property.patterns & Pattern::kReturnedObject) return "iterator";
  return property.immediate ? "immediate" : "timeout";
}

napi_value OptionsIn(napi_env env, const Hook& hook, const HookedCall& call) {
  const int index = hook.property.options_argument;
  return index >= 0 && static_cast<size_t>(index) < call.size() ? call[index] : Undefined(env);
}

napi_value Clear(napi_env env, const Hook& hook, const HookedCall& call) {
  napi_value result = CallOriginal(env, hook, call);
  if (result && call.size() > 0) {
    Call(env, Undefined(env), hook.environment->glue().clearedTimer.Value(), std::array{call[0]});
  }
  return result;
}

}  // namespace

napi_value OnLateTimer(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  if (!environment->active()) return CallOriginal(env, *hook, call);
  if (hook->property.cancels) return Clear(env, *hook, call);
  const Callers callers = environment->naming().Capture(hook->package);
  const bool callback = (hook->property.patterns & Pattern::kSimpleCallback) != 0;
  if (callers.internal || (callback && (call.size() == 0 || !IsFunction(env, call[0])))) {
    return CallOriginal(env, *hook, call);
  }
  const std::string name = environment->naming().NameCall(hook->api, {}, callers);
  // Each tick of an interval has a line of its own, the call has none.
  schedule::Scheduler& scheduler = environment->scheduler();
  hook->property.name == "setInterval" ? scheduler.PassOn(name) : scheduler.Announce(name);
  const Functions functions = FunctionsOf(env, std::make_unique<Timer>(Timer{hook, name, std::string(callers.site)}));
  napi_value kind = String(env, KindOf(hook->property));
  const Glue& glue = environment->glue();
  if (callback) {
    napi_value late = Call(env, Undefined(env), glue.timerCallback.Value(),
                           std::array{call[0], kind, functions.decide, functions.run});
    if (!late) return nullptr;
    call.Set(0, late);
    return CallInContext(*hook, {name}, callers.site, call);
  }
  napi_value result = CallInContext(*hook, {name}, callers.site, call);
  if (!result) return nullptr;
  return Call(env, Undefined(env), glue.timerResult.Value(),
              std::array{result, kind, functions.decide, functions.run, OptionsIn(env, *hook, call)});
}

}  // namespace nacd::hooks
