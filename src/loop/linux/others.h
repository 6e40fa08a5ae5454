// Knows of everybody who may act upon what this process has told: children, whoever they leave behind, and those that
// it has spoken to. Process-wide, any thread.
#pragma once

#include <sys/types.h>

namespace nacd::loop {

class Others {
 public:
  // Before a child can act. Then comes OnForked() with the child, or with -1 if none was made.
  static void OnForking();
  static void OnForked(pid_t pid);
  // This process has heard that its child has ended.
  static void OnEnded(pid_t pid);
  // This process has spoken to somebody, or started a process of which nobody sees the end.
  static void Meet();

  static bool Any();
};

}  // namespace nacd::loop
