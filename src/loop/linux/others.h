// Tracks who may act on what this process has sent out: its children, processes that they leave behind, and peers it
// has communicated with. Process-wide, any thread.
#pragma once

#include <sys/types.h>

namespace nacd::loop {

class Others {
 public:
  // Call before a child can act, followed by OnForked() with the child, or with -1 if the fork failed.
  static void OnForking();
  static void OnForked(pid_t pid);
  // Called when this process has noticed that its child has ended.
  static void OnEnded(pid_t pid);
  // Called when this process has communicated with somebody outside, or started a process whose end we cannot see.
  static void Meet();

  static bool Any();
};

}  // namespace nacd::loop
