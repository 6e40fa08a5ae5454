// Shows objects that calls give to the installer: the code patterns RO, CO, OP, and promises of async objects.
#include "hooks/hook.h"
#include "hooks/hook_registry.h"
#include "hooks/install.h"

namespace nacd::hooks {
napi_value WatchArguments(const Hook& hook, napi_value callback) {
  Environment* environment = hook.environment;
  napi_env env = environment->env();
  napi_value watchers = nullptr;
  napi_create_array(env, &watchers);
  for (size_t i = 0; i < hook.property.callback_objects.size(); i++) {
    const std::string& class_name = hook.property.callback_objects[i];
    if (!class_name.empty()) napi_set_element(env, watchers, i, environment->hooks().Watcher(class_name, hook.package));
  }
  return Call(env, Undefined(env), environment->glue().watchArguments.Value(), std::array{callback, watchers});
}

napi_value WatchResult(const Hook& hook, napi_value result, bool promise) {
  Environment* environment = hook.environment;
  napi_env env = environment->env();
  napi_value watcher = environment->hooks().Watcher(hook.property.returned_object, hook.package);
  return Call(env, Undefined(env), environment->glue().watchResult.Value(),
              std::array{result, watcher, Boolean(env, promise)});
}

}  // namespace nacd::hooks
