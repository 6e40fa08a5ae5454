// The gates of an environment, for lib/gates.
#pragma once

#include "hooks/environment.h"

namespace nacd::hooks {

// Returns the object through which lib/gates sets gates in `environment`: add(spec) => id, remove(id), open(id),
// close(id), listen(function), unlisten(function), state(). `is_main`: this is the main thread.
napi_value GatesFor(Environment* environment, bool is_main);

}  // namespace nacd::hooks
