// The native functions that the glue (glue.h) calls. It gets them once per environment, when it is created.
#pragma once

#include <node_api.h>

namespace nacd::hooks {

class Environment;

// Returns the native functions for the glue, by name:
//   park(wait, object, function, self, arguments): makes the call after its wait, see WaitOf(). With an object it is
//   made
//     in the order of the object's connected calls, and at once where none of them is held and there is no wait.
//   note(name, phase): the operation is carried out now
//   fatal(error): an uncaught exception of a parked call
//   keepChild(pid), reapChild(pid): the child stays a zombie after its end, until then
// and those of traced_timers.h. They may be called as soon as `environment` is complete.
napi_value MakeNatives(Environment* environment);

}  // namespace nacd::hooks
