// Shared by the hooks of timers.
#pragma once

#include <string>
#include <string_view>

#include "hooks/environment.h"
#include "hooks/hooked_call.h"
#include "hooks/js.h"
#include "schedule/program_timers.h"

namespace nacd::hooks {

// Timers wait for one another: one never comes before another that was due before it.
constexpr uint64_t kTimers = uint64_t{1} << 51;  // no object has this number

napi_value TimerPhase(napi_env env);

// Records that the timer `name` will fire in `ms`; 0: unknown.
schedule::Decision ExpectTimer(Environment* environment, std::string_view api, const std::string& name,
                               std::string_view site, double ms = 0);

// Returns the milliseconds passed to a timer function; 1 if they are not a number, as in Node.js.
double TimeIn(napi_env env, const HookedCall& call, size_t index);

// Returns the name of the function that the program called; a timer may be an option of another function. `api`: the
// function that Node.js called.
std::string_view TimerApiOf(std::string_view api, const Callers& callers);

// True for timers of Node's own, unless a call of the program has set them. (own_timers.h handles some of these: Node
// may have taken setTimeout before it was hooked.)
bool IsForeignTimer(const Callers& callers);

double LoopNowMs(Environment* environment);

schedule::ProgramTimers::Id TimerIdOf(Environment* environment, napi_value handle);

}  // namespace nacd::hooks
