// Runs tasks of the worker pool on the loop's own thread, where a worker could have run them at that moment: a worker
// that is woken for a file's status takes longer to wake than to run, and wakes the loop in turn.
#pragma once

#include <cstdint>

#include "loop/linux/uv_internals.h"

namespace nacd::loop {

// Belongs to one loop's thread.
class QuickTasks {
 public:
  // Returns true if `work` is one system call that waits for nobody, and such calls take little time here.
  bool Takes(uv::Work* work);
  // Runs `work`, which is in no queue, and puts it where the pool's workers put what they have finished. Does not wake
  // the loop. `now`: real time. Returns that of its end.
  int64_t Run(uv::Work* work, int64_t now);

 private:
  int slow_ = 0;  // so many of the last ones took long
  int rest_ = 0;  // so many go to the workers for that
};

}  // namespace nacd::loop
