#include "hooks/timer_parts.h"

#include "hooks/loop_control.h"

namespace nacd::hooks {

using schedule::Phase;

napi_value TimerPhase(napi_env env) { return Integer(env, static_cast<int>(Phase::kTimer)); }

schedule::Decision ExpectTimer(Environment* environment, std::string_view api, const std::string& name,
                               std::string_view site, double ms) {
  const schedule::Operation timer{.name = name, .phase = Phase::kTimer, .api = api, .site = site, .due_ms = ms};
  schedule::Scheduler& scheduler = environment->scheduler();
  schedule::Decision decision;
  if (scheduler.gates().any()) decision = scheduler.AskGates({timer.name, timer.phase, timer.api, timer.site, kTimers});
  scheduler.Record(timer, decision);
  return decision;
}

double TimeIn(napi_env env, const HookedCall& call, size_t index) {
  double ms = 1;
  if (call.size() > index && TypeOf(env, call[index]) == napi_number) napi_get_value_double(env, call[index], &ms);
  return ms;
}

std::string_view TimerApiOf(std::string_view api, const Callers& callers) {
  return callers.module == "node:child_process" ? "child_process.timeout" : api;
}

bool IsForeignTimer(const Callers& callers) {
  const bool has_own = callers.module == "node:internal/abort_controller" || callers.module == "node:_http_server";
  return callers.internal && (callers.site.empty() || callers.by_runner || has_own);
}

double LoopNowMs(Environment* environment) { return static_cast<double>(uv_now(environment->loop().loop())); }

schedule::ProgramTimers::Id TimerIdOf(Environment* environment, napi_value handle) {
  return {environment, environment->TimerId(handle)};
}

}  // namespace nacd::hooks
