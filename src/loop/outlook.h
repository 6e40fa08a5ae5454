// Predicts from handles and requests what may still happen in an environment's loop.
#pragma once

#include <uv.h>

#include "schedule/idle_watch.h"

namespace nacd::loop {

// How many handles of the loop wait for other threads: ports of workers, functions that addons call from theirs.
int ThreadHandles(uv_loop_t* loop);

// Looks at a loop: requests under way, children, descriptors that are read, other threads. `known_threads` of the
// handles that wait for threads are a test runner's own. Whether children sleep is another question (children.h).
// Timers are left out: those of the program are known better elsewhere, those of a test runner do not count.
schedule::Outlook OutlookOf(uv_loop_t* loop, int known_threads);

// The same for a loop that is controlled (src/loop), of which `prospect` is known already.
schedule::Outlook OutlookOf(uv_loop_t* loop, int known_threads, schedule::Prospect prospect);

}  // namespace nacd::loop
