// Puts hooks on objects as the model says.
#pragma once

#include <string_view>

#include "hooks/environment.h"

namespace nacd::hooks {

struct Hook;

// Hooks the module `name` ("fs", "sqlite3") as the model says: its functions, and the prototypes of those of its
// classes that can be reached through its exports. Skips what is hooked already. `package`: the module is not built in,
// so its own code counts as Node's does elsewhere.
void HookModule(Environment* environment, std::string_view name, napi_value exports, bool package);

// Hooks an object that is an instance of the async class `name`: on its prototype where that is its own, so that all
// instances are; on the object itself where it has the functions itself. `package`: the one it comes from, or empty.
// Returns true if each further instance must be hooked too, since it may have functions of its own.
bool HookInstance(Environment* environment, std::string_view name, std::string_view package, napi_value object);

// CO: returns a callback that shows its arguments to HookInstance first.
napi_value WatchArguments(const Hook& hook, napi_value callback);

// RO: shows the result; with `promise` (RP), the value that it settles with. Returns the result to hand on.
napi_value WatchResult(const Hook& hook, napi_value result, bool promise);

// watch(object): hooks an object as the WatchedClass that is its data says. Returns true if each instance must be seen.
napi_value OnWatch(napi_env env, napi_callback_info info);

}  // namespace nacd::hooks
