#include "hooks/natives.h"

#include "hooks/environment.h"
#include "hooks/traced_timers.h"

namespace nacd::hooks {
namespace {

// park(wait, object, function, self, arguments)
napi_value OnPark(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  return arguments.hook<Environment>()->calls().ParkFromGlue(arguments[0], arguments[1], arguments.data() + 2);
}

napi_value OnNote(napi_env env, napi_callback_info info) {
  Arguments<2> arguments(env, info);
  uint32_t phase = 0;
  napi_get_value_uint32(env, arguments[1], &phase);
  const NameText name(env, arguments[0]);
  arguments.hook<Environment>()->scheduler().RecordRun(name.view(), static_cast<schedule::Phase>(phase));
  return nullptr;
}

// As an exception of a native callback, it goes to 'uncaughtException'.
napi_value OnFatal(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  napi_fatal_exception(env, arguments[0]);
  return nullptr;
}

// keepChild(pid), reapChild(pid)
template <void (KeptChildren::*change)(int)>
napi_value OnChild(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  int32_t pid = 0;
  napi_get_value_int32(env, arguments[0], &pid);
  auto* environment = arguments.hook<Environment>();
  (environment->children().*change)(pid);
  return nullptr;
}

}  // namespace

napi_value MakeNatives(Environment* environment) {
  napi_env env = environment->env();
  napi_value natives = nullptr;
  napi_create_object(env, &natives);
  AddFunction(env, natives, "park", OnPark, environment);
  AddFunction(env, natives, "note", OnNote, environment);
  AddFunction(env, natives, "fatal", OnFatal, environment);
  AddFunction(env, natives, "keepChild", OnChild<&KeptChildren::Keep>, environment);
  AddFunction(env, natives, "reapChild", OnChild<&KeptChildren::Reap>, environment);
  AddTimerNatives(environment, natives);
  return natives;
}

}  // namespace nacd::hooks
