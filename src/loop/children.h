// Finds out whether the child processes of a loop, and the other threads of this process, are at rest.
#pragma once

#include <uv.h>

#include <cstdint>
#include <map>
#include <string>

namespace nacd::loop {

enum class ChildrenState {
  // Each thread of theirs, and of all that they have started, sleeps until one of us wakes it, or for longer than
  // anybody is waited for; or there is no child.
  kAsleep,
  // The same, but some are connected to somebody else, who may wake them, or may have slept for long already, or only
  // look at something again and again.
  kWaiting,
  kBusy,  // one runs or waits for a short time, or the system does not tell
};

// For how long something is waited for that only another program does.
constexpr uint64_t kLongPatienceMs = 5000;

// Looks at the same threads again and again, while nothing comes from them. Belongs to one loop's thread.
class RestWatch {
 public:
  // Reads /proc for each thread, so it is to be asked seldom. `quiet_ms`: for how long nothing has come; where that is
  // no longer than before, all earlier looks are forgotten. `own_threads`: the other threads of this process count,
  // too: they rest if they sleep and have not run since the look before.
  ChildrenState Look(uv_loop_t* loop, bool own_threads, uint64_t quiet_ms);

 private:
  friend class Family;
  // A thread that was asleep in each look so far.
  struct Sleeper {
    std::string runs;            // how often it had been given a processor
    long call = -1;              // the system call that it was in
    unsigned long argument = 0;  // the first one
    int rounds = 0;              // how many looks found that it had run since, and was back in the same call
    uint64_t look = 0;           // the last one that found it
  };
  std::map<std::string, Sleeper> sleepers_;  // by the folder of the thread in /proc
  uint64_t look_ = 0;
  uint64_t quiet_ms_ = 0;
};

}  // namespace nacd::loop
