#include "hooks/traced_timers.h"

#include <memory>
#include <string>

#include "hooks/hook.h"
#include "hooks/loop_control.h"
#include "names/name.h"

namespace nacd::hooks {
namespace {

using schedule::Phase;

napi_value TimerPhase(napi_env env) { return Integer(env, static_cast<int>(Phase::kTimer)); }

constexpr char kInterval[] = "setInterval";

// Timers wait for one another: one never comes before another that was due before it.
constexpr uint64_t kTimers = uint64_t{1} << 51;  // no object has this number

schedule::Decision Expect(Environment* environment, std::string_view api, const std::string& name,
                          std::string_view site) {
  const schedule::Operation timer{.name = name, .phase = Phase::kTimer, .api = api, .site = site};
  schedule::Scheduler& scheduler = environment->scheduler();
  schedule::Decision decision;
  if (scheduler.gates().any()) decision = scheduler.AskGates({timer.name, timer.phase, timer.api, timer.site, kTimers});
  scheduler.Record(timer, decision);
  return decision;
}

// Milliseconds that a timer's function was given; 1 where these are no number, as in Node.js.
double TimeIn(napi_env env, const HookedCall& call, size_t index) {
  double ms = 1;
  if (call.size() > index && TypeOf(env, call[index]) == napi_number) napi_get_value_double(env, call[index], &ms);
  return ms;
}

// Node.js has just brought the loop's clock up to date, to know when the timer is due.
void Set(Environment* environment, const std::string& name, double ms) {
  schedule::Stalls& stalls = environment->scheduler().stalls();
  napi_env env = environment->env();
  if (!stalls.on() || !stalls.TimerSet(name, static_cast<double>(uv_now(LoopOf(env))), ms)) return;
  Call(env, Undefined(env), environment->glue().stallSoon.Value(), 0, nullptr);
}

napi_value OnStall(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  arguments.hook<Environment>()->scheduler().stalls().StallNow();
  return nullptr;
}

bool IsWatched(Environment* environment) {
  return environment->scheduler().tracing() || environment->scheduler().stalls().on();
}

napi_value OnHold(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  auto* environment = arguments.hook<Environment>();
  schedule::Decision decision;
  decision.ticket = environment->scheduler().gates().TicketOf(NameOf(env, arguments[0]), Phase::kTimer);
  decision.delay = decision.ticket != 0;
  const bool waits = decision.delay || environment->queues().Pending(kTimers);
  if (waits) {
    environment->calls().Park({.function = arguments[1],
                               .self = arguments[2],
                               .arguments = arguments[3],
                               .decision = decision,
                               .object = kTimers});
  }
  return Boolean(env, waits);
}

napi_value OnExpect(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  uint32_t count = 0;
  napi_get_value_uint32(env, arguments[1], &count);
  const std::string name = names::TickOf(NameOf(env, arguments[0]), count);
  Expect(arguments.hook<Environment>(), kInterval, name, names::SiteOf(name));
  return OpaqueName(env, name);
}

napi_value OnCancelled(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  arguments.hook<Environment>()->scheduler().RecordCancel(NameOf(env, arguments[0]), Phase::kTimer);
  return nullptr;
}

napi_value OnOwnTime(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  return Number(env, arguments.hook<Environment>()->OwnTime());
}

// A test runner's setTimeout: its limit is for the program, not for our delays.
napi_value SetLimit(Hook* hook, const HookedCall& call) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  napi_value undefined = Undefined(env);
  napi_value limited = Call(env, undefined, environment->glue().limit.Value(),
                            std::array{call[0], call.size() > 1 ? call[1] : undefined});
  if (limited) call.Set(0, limited);
  napi_value handle = CallOriginal(env, *hook, call);
  if (limited && IsObject(env, handle)) {
    Call(env, undefined, environment->glue().limitSet.Value(), std::array{handle, limited});
  }
  return handle;
}

// Node's own runner sets limits in the program's process, whatever that was started as.
bool HasLimits(const Environment& environment, const Callers& callers) {
  const EnvironmentOptions& options = environment.options();
  return options.extends_limits || (callers.internal && options.schedule.mode != schedule::Mode::kNever);
}

// setTimeout(callback, ...), setInterval(callback, ...)
template <bool repeats>
napi_value OnTimer(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  if (call.size() == 0 || !IsFunction(env, call[0])) return CallOriginal(env, *hook, call);
  const Callers callers = environment->naming().Capture();
  if (!repeats && callers.by_runner && HasLimits(*environment, callers)) return SetLimit(hook, call);
  const bool gated = environment->has_gates() && !callers.by_runner;
  if (!(IsWatched(environment) || gated) || callers.internal) return CallOriginal(env, *hook, call);
  if (!gated && environment->naming().IsMachinery(callers)) return CallOriginal(env, *hook, call);
  const std::string name = environment->naming().NameCall(hook->api, {}, callers);
  if (!repeats) Expect(environment, hook->api, name, callers.site);
  napi_value timer =
      Call(env, Undefined(env), environment->glue().timer.Value(),
           std::array{call[0], OpaqueName(env, name), TimerPhase(env), Boolean(env, repeats), Boolean(env, gated)});
  if (!timer) return nullptr;
  call.Set(0, Get(env, timer, "run"));
  const double ms = TimeIn(env, call, 1);
  napi_value handle = CallOriginal(env, *hook, call);
  if (!repeats && !callers.by_runner) Set(environment, name, ms);
  if (IsObject(env, handle)) {
    Call(env, Undefined(env), environment->glue().rememberTimer.Value(), std::array{handle, timer});
  }
  return handle;
}

// clearTimeout(timer), clearInterval(timer)
napi_value OnClear(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  if (call.size() > 0 && TypeOf(env, call[0]) == napi_object) {
    Call(env, Undefined(env), environment->glue().forgetTimer.Value(), std::array{call[0]});
  }
  return CallOriginal(env, *hook, call);
}

// timers/promises: setTimeout(), scheduler.wait()
napi_value OnWait(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  const Callers callers = environment->naming().Capture();
  const double ms = TimeIn(env, call, 0);
  napi_value promise = CallOriginal(env, *hook, call);
  const bool watched = IsWatched(environment) || environment->has_gates();
  if (!promise || !watched || callers.internal) return promise;
  const std::string name = environment->naming().NameCall(hook->api, {}, callers);
  const schedule::Decision decision = Expect(environment, hook->api, name, callers.site);
  if (!callers.by_runner) Set(environment, name, ms);
  const bool gated = environment->scheduler().gates().any();
  if (environment->has_gates()) {
    Call(env, Undefined(env), environment->glue().liveWait.Value(), std::array{promise, OpaqueName(env, name)});
  }
  return Call(env, Undefined(env), environment->glue().delayPromise.Value(),
              std::array{promise, decision.delay ? WaitOf(env, decision) : Undefined(env),
                         Number(env, gated ? kTimers : 0), environment->NoteOf(name), TimerPhase(env)});
}

// setImmediate(callback, ...). One name a turn of the loop is enough: the immediates of a turn run together.
napi_value OnImmediate(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  schedule::Stalls& stalls = environment->scheduler().stalls();
  if (stalls.wants_immediate()) {
    const Callers callers = environment->naming().Capture();
    const bool is_programs = !callers.internal && !callers.by_runner && !environment->naming().IsMachinery(callers);
    if (is_programs) stalls.ImmediateSet(environment->naming().NameCall(hook->api, {}, callers));
  }
  return CallOriginal(env, *hook, call);
}

void Replace(Environment* environment, napi_value holder, const char* name, napi_callback native) {
  napi_env env = environment->env();
  napi_value original = Get(env, holder, name);
  if (!IsFunction(env, original)) return;
  auto hook = std::make_unique<Hook>();
  hook->environment = environment;
  hook->original = Reference(env, original);
  hook->api = name;
  napi_value wrapper = MakeWrapper(environment, environment->hooks().Keep(std::move(hook)), native, original);
  Call(env, Undefined(env), environment->glue().define.Value(), std::array{holder, String(env, name), wrapper});
}

bool IsFirstTime(Environment* environment, napi_value exports, const char* as) {
  napi_env env = environment->env();
  return IsTrue(env,
                Call(env, Undefined(env), environment->glue().firstTime.Value(), std::array{exports, String(env, as)}));
}

}  // namespace

napi_value OnArmLimit(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  double ms = 0;
  napi_get_value_double(env, arguments[0], &ms);
  return Integer(env, static_cast<int>(arguments.hook<Environment>()->ArmLimit(ms)));
}

napi_value OnDisarmLimit(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  uint32_t number = 0;
  napi_get_value_uint32(env, arguments[0], &number);
  arguments.hook<Environment>()->scheduler().limits().Disarm(number);
  return nullptr;
}

void AddTimerNatives(Environment* environment, napi_value natives) {
  AddNative(environment, natives, "hold", OnHold);
  AddNative(environment, natives, "expect", OnExpect);
  AddNative(environment, natives, "cancelled", OnCancelled);
  AddNative(environment, natives, "ownTime", OnOwnTime);
  AddNative(environment, natives, "armLimit", OnArmLimit);
  AddNative(environment, natives, "disarmLimit", OnDisarmLimit);
  AddNative(environment, natives, "stall", OnStall);
}

// The names are not in the model: each of these functions has a native half of its own here.
void HookTimers(Environment* environment, std::string_view name, napi_value exports) {
  const bool callbacks = name == "timers";
  if (environment->options().delays_timers) return;  // then they are traced where they are delayed
  const bool watched = IsWatched(environment) || environment->has_gates();
  if (!(watched || environment->options().extends_limits) || !(callbacks || name == "timers/promises")) return;
  if (callbacks && IsFirstTime(environment, exports, "limited timers")) {
    Replace(environment, exports, "setTimeout", OnTimer<false>);
  }
  if (!watched || !IsFirstTime(environment, exports, "traced timers")) return;
  if (callbacks) {
    Replace(environment, exports, kInterval, OnTimer<true>);
    if (environment->scheduler().stalls().on()) Replace(environment, exports, "setImmediate", OnImmediate);
    Replace(environment, exports, "clearTimeout", OnClear);
    Replace(environment, exports, "clearInterval", OnClear);
  } else {
    Replace(environment, exports, "setTimeout", OnWait);
    napi_value scheduler = Get(environment->env(), exports, "scheduler");
    if (IsObject(environment->env(), scheduler)) Replace(environment, scheduler, "wait", OnWait);
  }
}

}  // namespace nacd::hooks
