// Traces timers that Node itself sets at a program's request: timeouts of sockets and of requests to a server, and
// AbortSignal.timeout(). Each is named after the call that requested it. None is delayed.
#pragma once

#include "hooks/environment.h"
#include "hooks/hooked_call.h"

namespace nacd::hooks {

struct Hook;

// AbortSignal.timeout(ms)
napi_value OnAbortTimeout(Hook* hook, const HookedCall& call);

// Traces the timer by which an HTTP server looks for requests that take too long. `info`: the server's. Looks for it
// once: the server has it from its first connection on at the latest.
void TraceServerTimer(Environment* environment, napi_value server, ObjectInfo* info);

}  // namespace nacd::hooks
