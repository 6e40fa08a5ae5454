// Sets the functions that V8 calls about promises. Before Node 24 every async hook has Node set its own, which give
// each promise an id: that costs several times as much as the recorder's (lib/preload/requests/async-context.js). Needs
// Context::SetPromiseHooks, which Node exports since version 17. Where it is missing, Node's own stay.
#pragma once

#include <node_api.h>

namespace nacd::v8access {

// V8 calls init(promise) when a promise of the running context is made, before(promise) and after(promise) around a job
// of it. They take the place of those that were set. Returns false where they cannot be set.
bool SetPromiseHooks(napi_value init, napi_value before, napi_value after);

}  // namespace nacd::v8access
