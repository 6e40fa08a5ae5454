// The time of day in programs that a test starts. A test compares what such a program tells (when something was made,
// from when on a token is valid) with its own clock, and on one machine all clocks agree. So these programs show the
// time of day of the test's process, however much of their own waiting is skipped.
#pragma once

namespace nacd::loop {

// From now on this process shows the time of day that is found at `place`, if it is there. Once a process.
void FollowTimeOfDay(const char* place);

}  // namespace nacd::loop
