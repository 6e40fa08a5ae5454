// Hooks that have nothing to do yet. In mode never without a trace nothing has a name, so a hook need not be called
// until gates are set: the wrapper of the original passes each call on by itself, and no native function is made for
// it.
#pragma once

#include <node_api.h>

#include <vector>

#include "hooks/glue.h"

namespace nacd::hooks {

class Sleepers {
 public:
  // `glue` must outlive this.
  Sleepers(napi_env env, const Glue* glue) : env_(env), glue_(*glue) {}

  // Returns what looks like `original` and calls it; after Wake() it calls `native`, whose data is `hook`, as a
  // proxy's trap. `direct`: the original does not look at its `this`. Null where it would not look like the original.
  napi_value Disguise(void* hook, napi_callback native, napi_value original, bool direct);

  // From now on the hooks are called.
  void Wake();

 private:
  struct Sleeper {
    void* hook;
    napi_callback native;
  };

  static napi_value TrapOf(napi_env env, napi_callback_info info);

  napi_env env_;
  const Glue& glue_;
  std::vector<Sleeper> sleepers_;  // numbered as the JavaScript side does
};

}  // namespace nacd::hooks
