// Finds out whether the child processes of a loop sleep.
#pragma once

#include <uv.h>

#include <cstdint>

namespace nacd::loop {

enum class ChildrenState {
  // Each thread of theirs, and of all that they have started, sleeps until one of us wakes it, or for longer than
  // anybody is waited for; or there is no child.
  kAsleep,
  // The same, but some are connected to somebody else, who may wake them, or may have slept for long already.
  kWaiting,
  kBusy,  // one runs or waits for a short time, or the system does not tell
};

// For how long something is waited for that only another program does.
constexpr uint64_t kLongPatienceMs = 5000;

// Reads /proc for each of their threads, so it is to be asked seldom.
ChildrenState StateOfChildren(uv_loop_t* loop);

}  // namespace nacd::loop
