#include "hooks/hook.h"

#include "hot.h"

namespace nacd::hooks {

bool SharesConnection(const Hook& hook, napi_value stream, ObjectInfo* info) {
  if (hook.property.pauses) return true;
  napi_env env = hook.environment->env();
  // Set by the constructor.
  if (!info->encrypted) info->encrypted = IsTrue(env, Get(env, stream, "encrypted"));
  return *info->encrypted;
}

bool IsCovered(const Hook& hook, napi_value object) {
  // If chance delays nothing, nothing is delayed twice, and a gate may be about operations inside the covered call.
  schedule::Scheduler& scheduler = hook.environment->scheduler();
  const schedule::Mode mode = scheduler.options().mode;
  const bool by_chance = mode == schedule::Mode::kRandom || mode == schedule::Mode::kAlways;
  if (scheduler.gates().any() && !by_chance) return false;
  Naming& naming = hook.environment->naming();
  return naming.any_covered() && naming.InfoOf(object, hook.api)->covered;
}

napi_value ApplyOriginal(napi_env env, const Hook& hook, const HookedCall& call) {
  const Glue& glue = hook.environment->glue();
  if (napi_value target = call.new_target()) {
    const std::array given{hook.original.Value(), call.array(), target};
    return v8access::CallThrough(env, Undefined(env), glue.construct.Value(), given.size(), given.data());
  }
  const std::array given{hook.original.Value(), call.self(), call.array()};
  return v8access::CallThrough(env, Undefined(env), glue.apply.Value(), given.size(), given.data());
}

NACD_HOT napi_value CallNamed(const Hook& hook, const schedule::Scheduler::Call& operation, const HookedCall& call) {
  schedule::Scheduler& scheduler = hook.environment->scheduler();
  const schedule::Scheduler::Call outer = scheduler.current_call();
  scheduler.set_current_call(operation);
  napi_value result = CallOriginal(hook.environment->env(), hook, call);
  scheduler.set_current_call(outer);
  return result;
}

napi_value CallInContext(const Hook& hook, const schedule::Scheduler::Call& operation, std::string_view site,
                         const HookedCall& call) {
  Environment* environment = hook.environment;
  const bool early = operation.machinery && environment->naming().waits_for_program();
  if (early && !hook.property.covers && !environment->has_gates()) return CallNamed(hook, operation, call);
  napi_env env = environment->env();
  schedule::Scheduler& scheduler = environment->scheduler();
  const schedule::Scheduler::Call outer = scheduler.current_call();
  scheduler.set_current_call(operation);
  napi_value function = hook.original.Value();
  napi_value given = call.array();
  if (napi_value target = call.new_target()) {
    given = ToArray(env, std::array{function, given, target});
    function = environment->glue().construct.Value();
  }
  napi_value result = environment->Enter(
      environment->naming().ContextOf(operation.name, site, hook.property.covers, operation.machinery), function,
      call.self(), given);
  scheduler.set_current_call(outer);
  return result;
}

}  // namespace nacd::hooks
