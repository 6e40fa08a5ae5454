// Installs hooks on objects as the model describes.
#pragma once

#include <string_view>

#include "hooks/environment.h"

namespace nacd::hooks {

struct Hook;

// Hooks the module `name` ("fs", "sqlite3") as the model describes: its functions, and the prototypes of its classes
// that are reachable through its exports. Skips whatever is already hooked. `package`: the module is not built in, so
// its own code is treated like Node's.
void HookModule(Environment* environment, std::string_view name, napi_value exports, bool package);

// Hooks an instance of the async class `name`. Hooks the prototype, and so all instances, if the prototype belongs to
// the class; hooks the object itself if it owns the functions. `package`: the package it comes from, or empty. Returns
// true if every further instance must be hooked, too, since it may own functions.
bool HookInstance(Environment* environment, std::string_view name, std::string_view package, napi_value object);

// CO: returns a callback that passes its arguments to HookInstance first.
napi_value WatchArguments(const Hook& hook, napi_value callback);

// RO: shows the result; with `promise` (RP), the value that it settles with. Returns the result to hand on.
napi_value WatchResult(const Hook& hook, napi_value result, bool promise);

// watch(object): hooks an object as described by the WatchedClass that is its data. Returns true if it must see every
// instance.
napi_value OnWatch(napi_env env, napi_callback_info info);

}  // namespace nacd::hooks
