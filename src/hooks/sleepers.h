// Hooks that have nothing to do yet. In mode never without a trace nothing has a name, so no hook needs to run until
// gates are set. Until then the wrapper passes each call to the original, and no native function exists for it.
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

  // Calls the hooks from now on.
  void Wake();

 private:
  struct Sleeper {
    void* hook;
    napi_callback native;
  };

  static napi_value TrapOf(napi_env env, napi_callback_info info);

  napi_env env_;
  const Glue& glue_;
  std::vector<Sleeper> sleepers_;  // same numbers as on the JavaScript side
};

}  // namespace nacd::hooks
