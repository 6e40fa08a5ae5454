// Shows objects that calls give to the installer: the code patterns RO, CO, OP, and promises of async objects.
#include "hooks/hook.h"
#include "hooks/install.h"

namespace nacd::hooks {
namespace {

// watch(object): hooks an object as the class that the watcher was made for. Returns whether each must be seen.
napi_value OnWatch(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  const Watched* watched = arguments.hook<Watched>();
  if (arguments.size() == 0) return nullptr;
  return Boolean(env, HookInstance(watched->environment, watched->class_name, watched->package, arguments[0]));
}

}  // namespace

napi_value Environment::Watcher(const std::string& class_name, const std::string& package) {
  auto& watcher = watchers_[class_name + '\n' + package];
  if (!watcher) {
    auto made = std::make_unique<Watched>(Watched{this, class_name, package, {}});
    napi_value function = nullptr;
    napi_create_function(env_, "watch", NAPI_AUTO_LENGTH, OnWatch, made.get(), &function);
    if (!function) return nullptr;  // at the end of the stack; the next time there may be room
    made->function = Reference(env_, function);
    watcher = std::move(made);
  }
  return watcher->function.Value();
}

napi_value WatchArguments(const Hook& hook, napi_value callback) {
  Environment* environment = hook.environment;
  napi_env env = environment->env();
  napi_value watchers = nullptr;
  napi_create_array(env, &watchers);
  for (size_t i = 0; i < hook.property.callback_objects.size(); i++) {
    const std::string& class_name = hook.property.callback_objects[i];
    if (!class_name.empty()) napi_set_element(env, watchers, i, environment->Watcher(class_name, hook.package));
  }
  return Call(env, Undefined(env), environment->glue().watchArguments.Value(), std::array{callback, watchers});
}

napi_value WatchResult(const Hook& hook, napi_value result, bool promise) {
  Environment* environment = hook.environment;
  napi_env env = environment->env();
  napi_value watcher = environment->Watcher(hook.property.returned_object, hook.package);
  return Call(env, Undefined(env), environment->glue().watchResult.Value(),
              std::array{result, watcher, Boolean(env, promise)});
}

}  // namespace nacd::hooks
