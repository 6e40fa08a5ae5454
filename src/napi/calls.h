// Calls of JavaScript's functions and getters.
#pragma once

#include <node_api.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "hot.h"
#include "napi/values.h"

namespace nacd::napi {

// Returns the property, or null where reading it throws (the exception is dropped).
inline napi_value Get(napi_env env, napi_value object, const char* name) {
  napi_value value = nullptr;
  if (napi_get_named_property(env, object, name, &value) == napi_ok) return value;
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (pending) napi_get_and_clear_last_exception(env, &value);
  return nullptr;
}

// Gives `object` the property `name`: a function that calls `native`, whose data is `data`.
inline void AddFunction(napi_env env, napi_value object, const char* name, napi_callback native, void* data) {
  napi_value function = nullptr;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, native, data, &function);
  napi_set_named_property(env, object, name, function);
}

// Calls `function`. Returns null when it throws; the exception is pending then and reaches the caller of the hook. Null
// as well where an argument is.
inline napi_value Call(napi_env env, napi_value self, napi_value function, size_t count, const napi_value* arguments) {
  // An argument that could not be made at the end of the stack is null, and V8 would crash on it.
  if (std::find(arguments, arguments + count, napi_value()) != arguments + count) return nullptr;
  napi_value result = nullptr;
  napi_call_function(env, self, function, count, arguments, &result);
  return result;
}

template <size_t N>
napi_value Call(napi_env env, napi_value self, napi_value function, const std::array<napi_value, N>& arguments) {
  return Call(env, self, function, N, arguments.data());
}

// Forgets the exception that Node-API holds: it would be thrown when the native function returns, also in place of an
// exception that V8 has by then.
NACD_APART inline void Forget(napi_env env) {
  bool pending = false;
  napi_value error = nullptr;
  napi_is_exception_pending(env, &pending);
  if (pending) napi_get_and_clear_last_exception(env, &error);
}

// As Call(), for calls that can be done without: at the end of the stack every function throws. Returns null then, and
// no exception is pending.
template <size_t N>
napi_value Ask(napi_env env, napi_value function, const std::array<napi_value, N>& arguments) {
  napi_value result = Call(env, Undefined(env), function, arguments);
  if (!result) Forget(env);
  return result;
}

}  // namespace nacd::napi
