// The async context of what runs now, as Node's AsyncLocalStorage keeps it where AsyncContextFrame is in use.
#pragma once

#include <node_api.h>

namespace nacd::hooks {

// Returns {get, set}, the two JavaScript functions by which Node itself reads and replaces it; V8 has them for those
// who embed it. Undefined in a Node that has none.
napi_value AsyncFrameAccess(napi_env env);

}  // namespace nacd::hooks
