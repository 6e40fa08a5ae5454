// References for what lives as long as its environment, read in a load: hooks read several of them at each call.
#pragma once

#include <node_api.h>

#include "napi/js.h"
#include "v8/handles.h"

namespace nacd::hooks {

// A strong reference until the end of the environment, whatever happens to this. As Reference, except that its value
// is no handle of any scope: nobody has to copy it. To be made on the environment's thread.
class Lasting {
 public:
  Lasting() = default;
  Lasting(napi_env env, napi_value value);

  // Null where the value was.
  napi_value Value() const { return place_ ? place_ : Referred(); }

 private:
  napi_value Referred() const;

  napi_value place_ = nullptr;  // V8's own global handle
  Reference reference_;         // where there is no such
};

}  // namespace nacd::hooks
