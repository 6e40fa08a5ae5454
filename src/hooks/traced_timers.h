// Traces when timers are set, fire and are cleared. Also extends the limits of test runners, which should count the
// program's time and not our delays. Timers are never delayed here, but a race against one needs its name and call
// site. Hooks nothing unless a trace is written or a test runner runs.
#pragma once

#include <string_view>

#include "hooks/environment.h"

namespace nacd::hooks {

// Hooks the timer functions in the exports of the module `name`, "timers" or "timers/promises". Does nothing if there
// is no need, for any other module, or the second time.
void HookTimers(Environment* environment, std::string_view name, napi_value exports);

// armLimit and disarmLimit, see below. The data is the Environment.
napi_value OnArmLimit(napi_env env, napi_callback_info info);
napi_value OnDisarmLimit(napi_env env, napi_callback_info info);

// Adds the functions that the glue calls for timers:
//   fire, fireLate(...arguments): what a timer calls in the place of its callback; bound to a timer() of the glue
//   hold(name, function, timer, arguments): holds a timer that is due, if a gate or another held timer says so. Returns
//     whether it does.
//   expect(name, count) => the name of that tick of an interval, which is expected from now on
//   cancelled(name): the timer that was expected does not come any more
//   ownTime() => milliseconds of the program's own time
//   armLimit(ms) => the number of a test runner's limit that begins: the delays in its time are bounded
//   disarmLimit(number): that limit's timer was cleared, or has fired
//   stall(): the thread is not run for a while, as was decided when timers were set
void AddTimerNatives(Environment* environment, napi_value natives);

}  // namespace nacd::hooks
