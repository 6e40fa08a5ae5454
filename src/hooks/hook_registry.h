// The hooks of one environment, and the ways to find them again.
#pragma once

#include <node_api.h>

#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hooks/js.h"

namespace nacd::hooks {

class Environment;

// How a hooked function behaves; one for each function that was replaced. Lives as long as the environment.
struct Hook;

// A method that instances of a class own themselves, and its replacement.
struct OwnMethod {
  std::string name;
  Reference wrapper;
};

// A class whose instances are hooked as soon as they are seen.
struct WatchedClass {
  Environment* environment;
  std::string name;
  std::string package;
  Reference watcher;
};

class HookRegistry {
 public:
  // `watch` hooks its argument as an instance of the WatchedClass that is its data.
  HookRegistry(Environment* environment, napi_env env, napi_callback watch);
  ~HookRegistry();

  Hook* Keep(std::unique_ptr<Hook> hook);
  // Returns the hook behind a replaced emit, or null.
  Hook* EmitHookOf(napi_value emit) const;
  void RememberEmit(napi_value emit, Hook* hook);
  // The function that hooks its argument as an instance of a class. Null at the end of the stack.
  napi_value Watcher(const std::string& class_name, const std::string& package);
  // Returns the methods that every instance of a class owns itself; null until the first instance was seen.
  std::unique_ptr<std::vector<OwnMethod>>& OwnMethodsOf(const std::string& class_name) {
    return own_methods_[class_name];
  }

 private:
  Environment* environment_;
  napi_env env_;
  napi_callback watch_;
  std::vector<std::unique_ptr<Hook>> hooks_;
  std::vector<std::pair<Reference, Hook*>> emits_;
  std::unordered_map<std::string, std::unique_ptr<WatchedClass>> watchers_;
  std::unordered_map<std::string, std::unique_ptr<std::vector<OwnMethod>>> own_methods_;
};

}  // namespace nacd::hooks
