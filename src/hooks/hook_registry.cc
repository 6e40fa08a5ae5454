#include "hooks/hook_registry.h"

#include "hooks/hook.h"

namespace nacd::hooks {

HookRegistry::HookRegistry(Environment* environment, napi_env env, napi_callback watch)
    : environment_(environment), env_(env), watch_(watch) {}
HookRegistry::~HookRegistry() = default;

Hook* HookRegistry::Keep(std::unique_ptr<Hook> hook) {
  hooks_.push_back(std::move(hook));
  return hooks_.back().get();
}

Hook* HookRegistry::EmitHookOf(napi_value emit) const {
  for (const auto& [known, hook] : emits_) {
    bool same = false;
    if (emit && napi_strict_equals(env_, known.Value(), emit, &same) == napi_ok && same) return hook;
  }
  return nullptr;
}

void HookRegistry::RememberEmit(napi_value emit, Hook* hook) { emits_.emplace_back(Reference(env_, emit), hook); }

napi_value HookRegistry::Watcher(const std::string& class_name, const std::string& package) {
  auto& watched = watchers_[class_name + '\n' + package];
  if (!watched) {
    auto made = std::make_unique<WatchedClass>(WatchedClass{environment_, class_name, package, {}});
    napi_value function = nullptr;
    napi_create_function(env_, "watch", NAPI_AUTO_LENGTH, watch_, made.get(), &function);
    if (!function) return nullptr;  // at the end of the stack; the next time there may be room
    made->watcher = Reference(env_, function);
    watched = std::move(made);
  }
  return watched->watcher.Value();
}

}  // namespace nacd::hooks
