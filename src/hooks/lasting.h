// References for what lives as long as its environment, read in a load: hooks read several of them at each call.
#pragma once

#include <node_api.h>

#include <cstdint>

#include "hooks/js.h"

namespace nacd::hooks {

// Whether a napi_value is the address of a place that has the object's address, as in all versions of Node from 20 to
// 26. V8 can be built with another kind of handles: those of objects have their lowest bit set.
bool HandlesArePlaces(napi_env env);

// The address of a value's object, which a garbage collection may change. Only where HandlesArePlaces().
inline uintptr_t AddressOf(napi_value value) { return *reinterpret_cast<const uintptr_t*>(value); }

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
