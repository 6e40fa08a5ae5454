#include "hooks/own_timers.h"

#include <array>
#include <string>

#include "hooks/hook.h"
#include "hooks/timer_parts.h"
#include "schedule/program_timers.h"

namespace nacd::hooks {
namespace {

using schedule::ProgramTimers;

// Traces `handle`, a timer of Node's own that a call of the program has just set. `ms`: 0 of one that repeats.
void TraceOwn(Environment* environment, std::string_view api, const Callers& callers, napi_value handle, double ms) {
  const bool repeats = ms == 0;
  napi_env env = environment->env();
  const std::string name = environment->naming().NameCall(api, {}, callers);
  if (!repeats) ExpectTimer(environment, api, name, callers.site, ms);
  napi_value timer =
      Call(env, Undefined(env), environment->glue().timer.Value(),
           std::array{Get(env, handle, "_onTimeout"), OpaqueName(env, name), TimerPhase(env), Boolean(env, repeats),
                      Boolean(env, environment->has_gates()), Get(env, handle, "_idleTimeout")});
  if (timer) Call(env, Undefined(env), environment->glue().takeTimer.Value(), std::array{handle, timer});
}

// socket.setTimeout(ms), also of a session or stream of HTTP/2: Node.js sets a timer of its own, and again each time
// that something happens on the object.
napi_value SetIdle(Hook* hook, const HookedCall& call) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  napi_value result = CallOriginal(env, *hook, call);
  if (!result || !environment->follows_timers() || !IsObject(env, call.self())) return result;
  Naming& naming = environment->naming();
  napi_value handle =
      Call(env, Undefined(env), environment->glue().ownTimer.Value(), std::array{call.self(), String(env, "timeout")});
  Callers callers = naming.Capture();
  if (!handle || !IsObject(env, handle) || callers.by_runner || naming.IsMachinery(callers)) return result;
  if (callers.site.empty() && !naming.TakeSiteOf(call.self(), &callers)) return result;
  TraceOwn(environment, hook->api, callers, handle, 0);
  return result;
}

}  // namespace

napi_value OnIdleTimer(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  return SetIdle(call.hook<Hook>(), call);
}

void TraceServerTimer(Environment* environment, napi_value server, ObjectInfo* info) {
  if (info->timer_looked_for || !environment->follows_timers()) return;
  info->timer_looked_for = true;
  napi_env env = environment->env();
  napi_value handle = Call(env, Undefined(env), environment->glue().ownTimer.Value(),
                           std::array{server, String(env, "http.server.connectionsCheckingInterval")});
  Callers callers;
  if (!handle || !IsObject(env, handle) || !environment->naming().TakeSiteOf(server, &callers)) return;
  TraceOwn(environment, "http.Server.connectionsCheckingInterval", callers, handle, 0);
}

// AbortSignal.timeout(ms)
napi_value OnAbortTimeout(Hook* hook, const HookedCall& call) {
  Environment* environment = hook->environment;
  napi_env env = environment->env();
  const Glue& glue = environment->glue();
  const Callers callers = environment->naming().Capture();
  const double ms = TimeIn(env, call, 0);
  const bool sees = call.size() > 0 && TypeOf(env, call[0]) == napi_number && ms >= 0 && !callers.internal &&
                    !callers.by_runner && !environment->naming().IsMachinery(callers);
  if (!sees || !IsTrue(env, Call(env, Undefined(env), glue.seeTimer.Value(), std::array{call[0]}))) {
    return CallOriginal(env, *hook, call);
  }
  napi_value signal = CallOriginal(env, *hook, call);
  napi_value handle = signal ? Call(env, Undefined(env), glue.seenTimer.Value(), 0, nullptr) : nullptr;
  if (!handle || !IsObject(env, handle)) return signal;
  if (environment->follows_timers()) {
    TraceOwn(environment, hook->api, callers, handle, ms < 1 ? 1 : ms);
  } else {
    ProgramTimers::Expect(TimerIdOf(environment, handle), LoopNowMs(environment), ms);
  }
  return signal;
}

}  // namespace nacd::hooks
