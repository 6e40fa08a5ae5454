// Whether all other threads of this process sleep, and can be woken by nothing but this process: read from the kernel
// (/proc/self/task/*/syscall), not guessed.
#pragma once

#include <sys/types.h>

#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace nacd::loop {

enum class ThreadState {
  kAsleep,   // in a wait that only another thread of this process can end
  kRunning,  // or about to run: look again soon
  kOutside,  // in a system call that something outside may end, or a timed wait
  kGone,
};

class Threads {
 public:
  ~Threads();
  // Takes the threads that exist now, except the caller, for the runtime's own (V8's workers, the delayed-task
  // scheduler, the signal watcher): their timed waits are about garbage, not about the program.
  void TakeBaseline();
  // The worst state of all threads but the caller and `polling` (threads whose loops are known to be in a poll).
  // Not thread-safe.
  ThreadState Others(const std::unordered_set<pid_t>& polling);
  // False where the kernel does not tell (no /proc, gVisor): then nothing can be proved.
  bool available() const { return available_; }

 private:
  bool Refresh();
  ThreadState StateOf(pid_t id, int fd, bool polling) const;

  std::unordered_map<pid_t, int> open_;  // a descriptor of /proc/self/task/ID/syscall each
  std::unordered_set<pid_t> baseline_;
  unsigned long links_ = 0;  // of /proc/self/task: two more than there are threads
  bool available_ = true;
  pid_t process_ = 0;
};

}  // namespace nacd::loop
