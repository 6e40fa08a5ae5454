// Calls that leave exceptions alone. Node-API catches what a function throws and throws it anew when the native
// function returns: Node then prints the line of our caller as the one that threw, instead of the program's own.
#pragma once

#include <node_api.h>

#include <cstddef>

namespace nacd::hooks {

// As napi_call_function. Returns null when the function has thrown; then no JavaScript and nothing of Node-API may be
// called before the native function has returned.
napi_value CallThrough(napi_env env, napi_value self, napi_value function, size_t count, const napi_value* arguments);

}  // namespace nacd::hooks
