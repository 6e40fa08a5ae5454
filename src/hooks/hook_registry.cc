#include "hooks/hook_registry.h"

#include "hooks/hook.h"
#include "hooks/install.h"

namespace nacd::hooks {

// A class whose instances are hooked as soon as they are seen.
struct HookRegistry::WatchedClass {
  Environment* environment;
  std::string name;
  std::string package;
  Reference watcher;
};

HookRegistry::HookRegistry(Environment* environment) : environment_(environment), sleepers_(environment) {}
HookRegistry::~HookRegistry() = default;

Hook* HookRegistry::Keep(std::unique_ptr<Hook> hook) {
  hooks_.push_back(std::move(hook));
  return hooks_.back().get();
}

Hook* HookRegistry::EmitHookOf(napi_value emit) const {
  for (const auto& [known, hook] : emits_) {
    bool same = false;
    if (emit && napi_strict_equals(environment_->env(), known.Value(), emit, &same) == napi_ok && same) return hook;
  }
  return nullptr;
}

void HookRegistry::RememberEmit(napi_value emit, Hook* hook) {
  emits_.emplace_back(Reference(environment_->env(), emit), hook);
}

// watch(object): hooks an object as the class that the watcher was made for. Returns true if each must be seen.
napi_value HookRegistry::OnWatch(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  const WatchedClass* watched = arguments.hook<WatchedClass>();
  if (arguments.size() == 0) return nullptr;
  return Boolean(env, HookInstance(watched->environment, watched->name, watched->package, arguments[0]));
}

napi_value HookRegistry::Watcher(const std::string& class_name, const std::string& package) {
  auto& watched = watchers_[class_name + '\n' + package];
  if (!watched) {
    auto made = std::make_unique<WatchedClass>(WatchedClass{environment_, class_name, package, {}});
    napi_env env = environment_->env();
    napi_value function = nullptr;
    napi_create_function(env, "watch", NAPI_AUTO_LENGTH, OnWatch, made.get(), &function);
    if (!function) return nullptr;  // at the end of the stack; the next time there may be room
    made->watcher = Reference(env, function);
    watched = std::move(made);
  }
  return watched->watcher.Value();
}

}  // namespace nacd::hooks
