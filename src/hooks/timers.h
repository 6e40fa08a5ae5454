// Timers in the trace: that they were set, fired and cleared. They are never delayed here; a race against one needs its
// name and its place. Nothing is hooked where no trace is written.
#pragma once

#include <string_view>

#include "hooks/environment.h"

namespace nacd::hooks {

// Hooks the timer functions in the exports of the module `name`, "timers" or "timers/promises". Does nothing without a
// trace, for any other module, and the second time.
void TraceTimers(Environment* environment, std::string_view name, napi_value exports);

}  // namespace nacd::hooks
