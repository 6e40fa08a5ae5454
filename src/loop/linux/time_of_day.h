// The time of day in programs that a test starts. A test compares what such a program reports (a creation time, the
// start of a token's validity) with its own clock, and on one machine all clocks agree. So these programs show the
// time of day of the test's process, however much of their own waiting is skipped.
#pragma once

namespace nacd::loop {

// From now on, shows the time of day stored at `place`, if there is one. Once per process.
void FollowTimeOfDay(const char* place);

}  // namespace nacd::loop
