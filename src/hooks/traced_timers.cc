#include "hooks/traced_timers.h"

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hooks/hook.h"
#include "hooks/hook_registry.h"
#include "hooks/loop_control.h"
#include "hooks/own_timers.h"
#include "hooks/timer_parts.h"
#include "hooks/wrappers.h"
#include "hot.h"
#include "names/name.h"
#include "schedule/program_timers.h"
#include "v8/call_through.h"

namespace nacd::hooks {
namespace {

using schedule::Phase;
using schedule::ProgramTimers;

constexpr char kInterval[] = "setInterval";

// A timer was set. Node.js has just brought the loop's clock up to date, to know when the timer is due.
void Set(Environment* environment, uint64_t id, std::string_view name, double ms) {
  schedule::Stalls& stalls = environment->scheduler().stalls();
  napi_env env = environment->env();
  if (!stalls.TimerSet(id, name, static_cast<double>(uv_now(environment->loop().loop())), ms)) return;
  Call(env, Undefined(env), environment->glue().stallSoon.Value(), 0, nullptr);
}

// limitFired(ms): one of a test runner's limits has fired. It may be no limit, but what the runner looks again with.
napi_value OnLimitFired(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  double ms = ProgramTimers::kUnknown;
  napi_get_value_double(env, arguments[0], &ms);
  ProgramTimers::Fired(ms);
  return nullptr;
}

napi_value OnStall(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  arguments.hook<Environment>()->scheduler().stalls().StallNow();
  return nullptr;
}

// Of Node.js's object for a timer: for how long it was set.
double TimeOf(napi_env env, napi_value handle) {
  double ms = ProgramTimers::kUnknown;
  if (handle && IsObject(env, handle)) napi_get_value_double(env, Get(env, handle, "_idleTimeout"), &ms);
  return ms;
}

bool IsWatched(Environment* environment) {
  return environment->scheduler().tracing() || environment->scheduler().stalls().on();
}

// fire(...arguments), bound to what traced-timers.js knows of a timer: Node.js calls it in the place of the callback.
// No frame of ours is on the stack then, and an exception is the program's alone. `late`: the timer was held.
template <bool late>
napi_value OnFire(napi_env env, napi_callback_info info) {
  size_t count = 0;
  napi_value about = nullptr;
  void* data = nullptr;
  napi_get_cb_info(env, info, &count, nullptr, &about, &data);
  std::vector<napi_value> arguments(count);
  napi_get_cb_info(env, info, &count, arguments.data(), nullptr, nullptr);
  auto* environment = static_cast<Environment*>(data);
  const Glue& glue = environment->glue();
  napi_value given = nullptr;
  napi_create_array(env, &given);
  for (size_t i = 0; i < count; i++) napi_set_element(env, given, static_cast<uint32_t>(i), arguments[i]);
  napi_value fires = Call(env, Undefined(env), glue.fires.Value(), std::array{about, given, Boolean(env, late)});
  if (!fires || !IsTrue(env, fires)) return nullptr;
  napi_value handle = Get(env, about, "handle");
  ProgramTimers::Fired(TimeOf(env, handle));
  napi_value result = v8access::CallThrough(env, handle, Get(env, about, "callback"), count, arguments.data());
  if (result) return Call(env, Undefined(env), glue.fired.Value(), 0, nullptr) ? result : nullptr;
  // It has thrown: from now until this function returns no JavaScript may run.
  environment->calls().delays().After(0, [environment] {
    napi_env own = environment->env();
    const HandleScope scope(own);
    Call(own, Undefined(own), environment->glue().fired.Value(), 0, nullptr);
  });
  return nullptr;
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
  const names::Parts parts = names::Read(name);
  double ms = 0;  // of a timer of Node's own that is set again and again: not known
  napi_get_value_double(env, arguments[2], &ms);
  ExpectTimer(arguments.hook<Environment>(), parts.api, name, parts.site, ms);
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

// A test runner's setTimeout: its limit is for the program, not for our delays. `is_tests`: it may be a test's.
napi_value SetLimit(Hook* hook, const HookedCall& call, bool is_tests) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  napi_value undefined = Undefined(env);
  napi_value limited = Call(env, undefined, environment->glue().limit.Value(),
                            std::array{call[0], call.size() > 1 ? call[1] : undefined});
  if (limited) call.Set(0, limited);
  napi_value handle = CallOriginal(env, *hook, call);
  if (limited && IsObject(env, handle)) {
    Call(env, undefined, environment->glue().limitSet.Value(), std::array{handle, limited, Boolean(env, is_tests)});
  }
  return handle;
}

// Many runners (node:test, tape, brittle) set limits in the program's process, whatever that was started as.
bool HasLimits(const Environment& environment) { return environment.options().schedule.mode != schedule::Mode::kNever; }

constexpr double kShortestLimitMs = 10;  // less is a turn of the loop to a runner

// Node's own runner sets no other timers. Those of one whose limits wait may be for its reports, and may wait, too.
bool LimitsTest(const Environment& environment, const Callers& callers, double ms) {
  return callers.internal || (environment.limits_wait() && ms >= kShortestLimitMs);
}

// For a trace or gates: the callback is replaced by one that tells when the timer fires.
napi_value SetTraced(Hook* hook, const HookedCall& call, const Callers& callers, bool repeats, bool gated) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  const std::string_view api = TimerApiOf(hook->api, callers);
  const std::string name = environment->naming().NameCall(api, {}, callers);
  const double ms = TimeIn(env, call, 1);
  if (!repeats) ExpectTimer(environment, api, name, callers.site, ms);
  napi_value timer = Call(env, Undefined(env), environment->glue().timer.Value(),
                          std::array{call[0], OpaqueName(env, name), TimerPhase(env), Boolean(env, repeats),
                                     Boolean(env, gated), Number(env, ms)});
  if (!timer) return nullptr;
  call.Set(0, Get(env, timer, "run"));
  napi_value handle = CallOriginal(env, *hook, call);
  if (!handle) return nullptr;
  const bool stalls = !repeats && !callers.by_runner && environment->scheduler().stalls().on();
  if (stalls) Set(environment, environment->TimerId(handle), name, ms);
  if (IsObject(env, handle)) {
    Call(env, Undefined(env), environment->glue().rememberTimer.Value(), std::array{handle, timer});
  }
  return handle;
}

// Without a trace only the time is of interest, for stalls: the callback stays as it is.
NACD_HOT napi_value SetUntraced(Hook* hook, const HookedCall& call, const Callers& callers) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  std::string memory = environment->naming().Lend();
  const std::string_view name = environment->naming().NameCall(TimerApiOf(hook->api, callers), {}, callers, &memory);
  const double ms = TimeIn(env, call, 1);
  napi_value handle = CallOriginal(env, *hook, call);
  if (handle) {
    const ProgramTimers::Id id = TimerIdOf(environment, handle);
    Set(environment, id.number, name, ms);
    ProgramTimers::Expect(id, LoopNowMs(environment), ms);
  }
  environment->naming().TakeBack(std::move(memory));
  return handle;
}

// setTimeout(callback, ...), setInterval(callback, ...)
template <bool repeats>
NACD_HOT napi_value OnTimer(Hook* hook, const HookedCall& call) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  if (call.size() == 0 || !IsFunction(env, call[0])) return CallOriginal(env, *hook, call);
  const Callers callers = environment->naming().Capture();
  if (!repeats && callers.by_runner && HasLimits(*environment)) {
    return SetLimit(hook, call, LimitsTest(*environment, callers, TimeIn(env, call, 1)));
  }
  const bool gated = environment->has_gates() && !callers.by_runner;
  if (!(IsWatched(environment) || gated) || IsForeignTimer(callers)) return CallOriginal(env, *hook, call);
  if (!gated && environment->naming().IsMachinery(callers)) return CallOriginal(env, *hook, call);
  if (gated || environment->scheduler().tracing()) return SetTraced(hook, call, callers, repeats, gated);
  if (!repeats && !callers.by_runner) return SetUntraced(hook, call, callers);
  const double ms = TimeIn(env, call, 1);
  napi_value handle = CallOriginal(env, *hook, call);
  if (handle) {
    const auto expect = repeats ? ProgramTimers::ExpectEach : ProgramTimers::Expect;
    expect(TimerIdOf(environment, handle), LoopNowMs(environment), ms);
  }
  return handle;
}

// clearTimeout(timer), clearInterval(timer)
NACD_HOT napi_value OnClear(Hook* hook, const HookedCall& call) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  if (call.size() > 0) {
    schedule::Stalls& stalls = environment->scheduler().stalls();
    if (!environment->follows_timers() || stalls.knows_timers()) {
      const ProgramTimers::Id id = TimerIdOf(environment, call[0]);
      stalls.TimerGone(id.number);
      ProgramTimers::Gone(id);
    }
    if (environment->follows_timers() && TypeOf(env, call[0]) == napi_object) {
      Call(env, Undefined(env), environment->glue().forgetTimer.Value(), std::array{call[0]});
    }
  }
  return CallOriginal(env, *hook, call);
}

// timers/promises: setTimeout(), scheduler.wait()
napi_value OnWait(Hook* hook, const HookedCall& call) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  const Callers callers = environment->naming().Capture();
  const double ms = TimeIn(env, call, 0);
  napi_value promise = CallOriginal(env, *hook, call);
  const bool watched = IsWatched(environment) || environment->has_gates();
  if (!promise || !watched || callers.internal) return promise;
  ProgramTimers::Expect({}, LoopNowMs(environment), ms);
  const std::string name = environment->naming().NameCall(hook->api, {}, callers);
  const schedule::Decision decision = ExpectTimer(environment, hook->api, name, callers.site, ms);
  if (!callers.by_runner && environment->scheduler().stalls().on()) Set(environment, 0, name, ms);
  const bool gated = environment->scheduler().gates().any();
  if (environment->has_gates()) {
    Call(env, Undefined(env), environment->glue().liveWait.Value(), std::array{promise, OpaqueName(env, name)});
  }
  return Call(env, Undefined(env), environment->glue().delayPromise.Value(),
              std::array{promise, decision.delay ? WaitOf(env, decision) : Undefined(env),
                         Number(env, gated ? kTimers : 0), environment->NoteOf(name), TimerPhase(env)});
}

// timers/promises: setInterval()
napi_value OnTicks(Hook* hook, const HookedCall& call) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  const Callers callers = environment->naming().Capture();
  const double ms = TimeIn(env, call, 0);
  napi_value iterator = CallOriginal(env, *hook, call);
  if (!iterator || IsForeignTimer(callers)) return iterator;
  ProgramTimers::ExpectEach({}, LoopNowMs(environment), ms);
  if (!environment->follows_timers()) return iterator;
  const std::string name = environment->naming().NameCall(hook->api, {}, callers);
  return Call(env, Undefined(env), environment->glue().tracedTicks.Value(),
              std::array{iterator, OpaqueName(env, name), TimerPhase(env), Number(env, ms)});
}

// setImmediate(callback, ...). One name a turn of the loop is enough: the immediates of a turn run together.
NACD_HOT napi_value OnImmediate(Hook* hook, const HookedCall& call) {
  Environment* environment = hook->environment;
  schedule::Stalls& stalls = environment->scheduler().stalls();
  if (stalls.wants_immediate()) {
    const Callers callers = environment->naming().Capture();
    const bool is_programs = !callers.internal && !callers.by_runner && !environment->naming().IsMachinery(callers);
    if (is_programs) stalls.ImmediateSet(environment->naming().NameCall(hook->api, {}, callers));
  }
  return CallOriginal(environment->env(), *hook, call);
}

using OnCalled = napi_value (*)(Hook* hook, const HookedCall& call);

template <OnCalled called>
napi_value OnMethod(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  return called(call.hook<Hook>(), call);
}

template <OnCalled called>
NACD_HOT napi_value OnFunction(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info, HookedCall::Direct());
  return called(call.hook<Hook>(), call);
}

// `method`: it looks at its `this`.
template <OnCalled called>
Hook* Replace(Environment* environment, napi_value holder, const char* name, bool method = false) {
  napi_env env = environment->env();
  napi_value original = Get(env, holder, name);
  if (!IsFunction(env, original)) return nullptr;
  auto made = std::make_unique<Hook>();
  made->environment = environment;
  made->original = Reference(env, original);
  made->api = name;
  Hook* hook = environment->hooks().Keep(std::move(made));
  napi_value wrapper = method ? nullptr : DisguiseDirectly(environment, hook, OnFunction<called>, original);
  if (!IsFunction(env, wrapper)) wrapper = MakeWrapper(environment, hook, OnMethod<called>, original);
  Call(env, Undefined(env), environment->glue().define.Value(), std::array{holder, String(env, name), wrapper});
  return hook;
}

void HookAbort(Environment* environment) {
  napi_value global = nullptr;
  napi_get_global(environment->env(), &global);
  napi_value signals = Get(environment->env(), global, "AbortSignal");
  if (!IsFunction(environment->env(), signals)) return;
  if (Hook* hook = Replace<OnAbortTimeout>(environment, signals, "timeout", true)) hook->api = "AbortSignal.timeout";
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
  napi_env env = environment->env();
  AddFunction(env, natives, "fire", OnFire<false>, environment);
  AddFunction(env, natives, "fireLate", OnFire<true>, environment);
  AddFunction(env, natives, "hold", OnHold, environment);
  AddFunction(env, natives, "expect", OnExpect, environment);
  AddFunction(env, natives, "cancelled", OnCancelled, environment);
  AddFunction(env, natives, "ownTime", OnOwnTime, environment);
  AddFunction(env, natives, "armLimit", OnArmLimit, environment);
  AddFunction(env, natives, "disarmLimit", OnDisarmLimit, environment);
  AddFunction(env, natives, "stall", OnStall, environment);
  AddFunction(env, natives, "limitFired", OnLimitFired, environment);
}

// The names are not in the model: each of these functions has a native half of its own here.
void HookTimers(Environment* environment, std::string_view name, napi_value exports) {
  const bool callbacks = name == "timers";
  if (environment->options().delays_timers) return;  // then they are traced where they are delayed
  const bool watched = IsWatched(environment) || environment->has_gates();
  if (!(watched || environment->options().extends_limits) || !(callbacks || name == "timers/promises")) return;
  const bool stalls = environment->scheduler().stalls().on();
  if (callbacks && IsFirstTime(environment, exports, "limited timers")) {
    Replace<OnTimer<false>>(environment, exports, "setTimeout");
  }
  if (callbacks && stalls && IsFirstTime(environment, exports, "stalled timers")) {
    Replace<OnImmediate>(environment, exports, "setImmediate");
  }
  if (!watched || !IsFirstTime(environment, exports, "traced timers")) return;
  if (callbacks) {
    Replace<OnTimer<true>>(environment, exports, kInterval);
    Replace<OnClear>(environment, exports, "clearTimeout");
    Replace<OnClear>(environment, exports, "clearInterval");
    HookAbort(environment);
    ProgramTimers::Watch();
  } else {
    Replace<OnWait>(environment, exports, "setTimeout");
    Replace<OnTicks>(environment, exports, kInterval);
    napi_value scheduler = Get(environment->env(), exports, "scheduler");
    if (!IsObject(environment->env(), scheduler)) return;
    if (Hook* hook = Replace<OnWait>(environment, scheduler, "wait", true)) hook->api = "scheduler.wait";
  }
}

}  // namespace nacd::hooks
