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

// Records that the timer `name` will come, in `ms`; 0: not known.
schedule::Decision ExpectTimer(Environment* environment, std::string_view api, const std::string& name,
                               std::string_view site, double ms = 0);

// Milliseconds that a timer's function was given; 1 where these are no number, as in Node.js.
double TimeIn(napi_env env, const HookedCall& call, size_t index);

// Returns the name of the function that the program called: a timer may be an option of another one. `api`: that of the
// function that Node.js called.
std::string_view TimerApiOf(std::string_view api, const Callers& callers);

// Node's own timers are not the program's, unless a call of the program has set them. (own_timers.h has some of these:
// Node may have taken setTimeout before it was hooked.)
bool IsForeignTimer(const Callers& callers);

double LoopNowMs(Environment* environment);

schedule::ProgramTimers::Id TimerIdOf(Environment* environment, napi_value handle);

}  // namespace nacd::hooks
