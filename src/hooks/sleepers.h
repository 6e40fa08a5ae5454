// Hooks that have nothing to do yet. In mode never without a trace nothing has a name, so a hook need not be called
// until gates are set: the wrapper of the original passes each call on by itself, and no native function is made for
// it.
#pragma once

#include <node_api.h>

#include <vector>

namespace nacd::hooks {

class Environment;
struct Hook;

class Sleepers {
 public:
  explicit Sleepers(Environment* environment) : environment_(environment) {}

  // Returns what looks like `original` and calls it; after Wake() it calls `native`, whose data is the hook, as a
  // proxy's trap. `direct`: the original does not look at its `this`. Null where it would not look like the original.
  napi_value Disguise(Hook* hook, napi_callback native, napi_value original, bool direct);

  // From now on the hooks are called.
  void Wake();

 private:
  struct Sleeper {
    Hook* hook;
    napi_callback native;
  };

  static napi_value TrapOf(napi_env env, napi_callback_info info);

  Environment* environment_;
  std::vector<Sleeper> sleepers_;  // numbered as the JavaScript side does
};

}  // namespace nacd::hooks
