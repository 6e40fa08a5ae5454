// Creates the functions that replace the originals.
#pragma once

#include <node_api.h>

#include "hooks/hook.h"

namespace nacd::hooks {

// Creates a function that replaces `original` and looks the same to user code.
napi_value MakeWrapper(Environment* environment, Hook* hook, napi_callback native, napi_value original);

// The same for a function that ignores its `this` and is no class. Costs half as much if it is possible.
napi_value MakeDirectWrapper(Environment* environment, Hook* hook, napi_value original);

// Makes what looks like `original`, a function that does not look at its `this`, and calls `native`, which makes a
// direct HookedCall of it. Returns undefined where that cannot be done.
napi_value DisguiseDirectly(Environment* environment, Hook* hook, napi_callback native, napi_value original);

}  // namespace nacd::hooks
