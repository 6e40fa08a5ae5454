// What may still happen in an environment's loop by itself, as far as its handles and requests tell.
#pragma once

#include <uv.h>

#include "schedule/idle_watch.h"

namespace nacd::hooks {

// Looks at a loop that is not controlled (src/loop): requests under way, children, descriptors that are read.
// Timers are left out: those of the program are known better elsewhere, those of a test runner do not count.
schedule::Prospect ProspectOf(uv_loop_t* loop);

}  // namespace nacd::hooks
