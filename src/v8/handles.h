// What a napi_value is inside, for what Node-API does not give or gives too slowly.
#pragma once

#include <node_api.h>

#include <cstdint>

namespace nacd::hooks {

// Whether a napi_value is the address of a place that has the object's address, as in all versions of Node from 20 to
// 26. V8 can be built with another kind of handles: those of objects have their lowest bit set.
bool HandlesArePlaces(napi_env env);

// The address of a value's object, which a garbage collection may change. Only where HandlesArePlaces().
inline uintptr_t AddressOf(napi_value value) { return *reinterpret_cast<const uintptr_t*>(value); }

}  // namespace nacd::hooks
