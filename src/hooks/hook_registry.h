// The hooks of one environment, and the ways to find them again.
#pragma once

#include <node_api.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hooks/js.h"
#include "hooks/sleepers.h"

namespace nacd::hooks {

class Environment;

// How a hooked function behaves; one for each function that was replaced. Lives as long as the environment.
struct Hook;

// A method that instances of a class have themselves, and what replaces it.
struct OwnMethod {
  std::string name;
  Reference wrapper;
};

class HookRegistry {
 public:
  explicit HookRegistry(Environment* environment);
  ~HookRegistry();

  Hook* Keep(std::unique_ptr<Hook> hook);
  // The hook behind an emit that was replaced, or null.
  Hook* EmitHookOf(napi_value emit) const;
  void RememberEmit(napi_value emit, Hook* hook);
  // The function that hooks its argument as an instance of a class. Null at the end of the stack.
  napi_value Watcher(const std::string& class_name, const std::string& package);
  // The methods that each instance of a class has itself; null before the first instance was seen.
  std::unique_ptr<std::vector<OwnMethod>>& OwnMethodsOf(const std::string& class_name) {
    return own_methods_[class_name];
  }
  Sleepers& sleepers() { return sleepers_; }

 private:
  struct WatchedClass;
  static napi_value OnWatch(napi_env env, napi_callback_info info);

  Environment* environment_;
  Sleepers sleepers_;
  std::vector<std::unique_ptr<Hook>> hooks_;
  std::vector<std::pair<Reference, Hook*>> emits_;
  std::unordered_map<std::string, std::unique_ptr<WatchedClass>> watchers_;
  std::unordered_map<std::string, std::unique_ptr<std::vector<OwnMethod>>> own_methods_;
};

}  // namespace nacd::hooks
