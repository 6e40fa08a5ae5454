// Traces timers of Node's own that a program asks for: limits of sockets, of requests to a server, and
// AbortSignal.timeout(). Each is named after the call that has asked for it. None is delayed.
#pragma once

#include "hooks/environment.h"
#include "hooks/hooked_call.h"

namespace nacd::hooks {

struct Hook;

// AbortSignal.timeout(ms)
napi_value OnAbortTimeout(Hook* hook, const HookedCall& call);

// The timer by which an HTTP server looks for requests that take too long. `info`: the server's. Looks for it once: the
// server has it from the first connection on at the latest.
void TraceServerTimer(Environment* environment, napi_value server, ObjectInfo* info);

}  // namespace nacd::hooks
