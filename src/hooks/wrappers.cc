#include "hooks/wrappers.h"

#include <array>

namespace nacd::hooks {
namespace {

napi_value Disguise(Environment* environment, Hook* hook, napi_callback native, napi_value original, bool direct) {
  napi_env env = environment->env();
  napi_value trap = nullptr;
  napi_create_function(env, nullptr, 0, native, hook, &trap);
  return Call(env, Undefined(env), environment->glue().disguise.Value(),
              std::array{original, trap, Boolean(env, direct)});
}

}  // namespace

napi_value MakeWrapper(Environment* environment, Hook* hook, napi_callback native, napi_value original) {
  if (environment->asleep()) {
    if (napi_value wrapper = environment->sleepers().Disguise(hook, native, original, false)) return wrapper;
  }
  return Disguise(environment, hook, native, original, false);
}

napi_value MakeDirectWrapper(Environment* environment, Hook* hook, napi_value original) {
  napi_env env = environment->env();
  if (environment->asleep()) {
    if (napi_value wrapper = environment->sleepers().Disguise(hook, OnCall, original, true)) return wrapper;
  }
  napi_value wrapper = DisguiseDirectly(environment, hook, OnDirectCall, original);
  return IsFunction(env, wrapper) ? wrapper : Disguise(environment, hook, OnCall, original, true);
}

napi_value DisguiseDirectly(Environment* environment, Hook* hook, napi_callback native, napi_value original) {
  napi_env env = environment->env();
  napi_value function = nullptr;
  napi_create_function(env, nullptr, 0, native, hook, &function);
  return Call(env, Undefined(env), environment->glue().disguiseDirectly.Value(), std::array{original, function});
}

}  // namespace nacd::hooks
