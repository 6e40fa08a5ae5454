// Calls a function and leaves its exception alone. Node-API catches what a function throws and throws it anew when the
// native function returns: Node then prints the line of our caller as the one that threw, instead of the program's own.
// Needs public functions of V8 (Function::Call, Isolate::GetCurrent and GetCurrentContext), which Node 20 to 26 export.
// If one is missing, napi_call_function is used, and only that printed line is wrong.
#pragma once

#include <node_api.h>

#include <cstddef>

namespace nacd::v8access {

// As napi_call_function. Returns null when the function has thrown; then no JavaScript and nothing of Node-API may be
// called before the native function has returned.
napi_value CallThrough(napi_env env, napi_value self, napi_value function, size_t count, const napi_value* arguments);

}  // namespace nacd::v8access
