// Determines whether all other threads of this process are asleep at one moment, and only this process can wake them.
// Waits for condition variables are counted (condition_waits.h); everything else is read from the kernel
// (/proc/self/task/*/{syscall,stat,schedstat}), not guessed.
#pragma once

#include <pthread.h>
#include <sys/types.h>

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace nacd::loop {

enum class ThreadState {
  kAsleep,   // in a wait that only another thread of this process can end, or the clock (limited_waits.h)
  kRunning,  // or about to run: check again soon
  kOutside,  // in a system call that something outside may end, or a timed wait that is not known
  kGone,
};

class Threads {
 public:
  ~Threads();
  // Takes the threads that exist now, except the caller, for the runtime's own (V8's workers, the delayed-task
  // scheduler, the signal watcher): their timed waits are about garbage, not about the program.
  void TakeBaseline();
  // The worst state of all threads but the caller. `polling` are the threads whose loops said that they would poll:
  // they are asleep in their poll and nowhere else. `own_lock` is the futex (a mutex) that the caller holds: who waits
  // for it has something to say and counts as running. `helpers`: V8's own threads count, too (loop/helpers.h); they do
  // anyway where another thread has a loop, which may be what they work for. Not thread-safe.
  ThreadState Others(const std::unordered_set<pid_t>& polling, const void* own_lock, bool helpers);
  // Returns the earliest deadline (virtual ns) of any thread outside the baseline. Call after Others() has found all
  // asleep.
  int64_t EarliestLimit() const;
  // False if the kernel does not provide this (no /proc, gVisor): then nothing can be proved.
  bool available() const { return available_; }

 private:
  // Descriptors of files in /proc/self/task/ID.
  struct Thread {
    int syscall = -1, stat = -1, schedstat = -1;
    uint64_t wait = 0;          // by which it slept at the first look, if that was counted
    uint64_t runs = 0;          // how often the system had run it when the last look began
    uint64_t asleep_since = 0;  // its last run, if it was seen asleep after that and not awake since
    bool polls = false;         // asleep in its poll, then
    unsigned long word = 0;     // the address of the futex that it sleeps for, then; 0: in another call
    uint32_t value = 0;         // of the futex, as long as nobody ends the sleep
    bool rests = false;         // one of the baseline, asleep in a poll or without a limit, then
    bool condition = false;     // asleep for a condition, then
    bool loop = false;          // asleep in the poll of a loop that nobody controls, then
    void Close() const;
  };

  static constexpr int64_t kNoRest = -1;

  static std::vector<pid_t> List();
  bool Refresh();
  void CloseAll();
  ThreadState LookThrough(const std::unordered_set<pid_t>& polling, const void* own_lock, bool helpers);
  bool AllRest(bool helpers);
  ThreadState FirstLook(pid_t id, Thread* thread, bool polling, const void* own_lock);
  void Judge(pid_t id, const void* condition);
  static bool StillAsleep(pid_t id, Thread* thread);
  static Thread Open(pid_t id);
  ThreadState StateOf(pid_t id, Thread* thread, bool polling, const void* own_lock) const;

  std::unordered_map<pid_t, Thread> open_;
  std::unordered_set<pid_t> baseline_;
  std::unordered_set<pid_t> helpers_;   // of the baseline
  std::unordered_set<pid_t> unjudged_;  // of the baseline: may be helpers
  unsigned long links_ = 0;             // of /proc/self/task: two more than there are threads
  bool available_ = true;
  pid_t process_ = 0;
  // The last look through /proc, if it found all threads at rest or in a counted wait:
  int64_t rested_ns_ = kNoRest;  // real time
  uint64_t rested_wakes_ = 0;
  pthread_t rested_looker_ = {};
  pid_t rested_self_ = 0;
  bool rested_helpers_ = false;  // V8's helpers were looked at, too
};

}  // namespace nacd::loop
