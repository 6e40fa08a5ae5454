// Runs tasks of the worker pool on the loop's own thread, at a moment when a worker could have run them. For a file's
// status, waking a worker takes longer than the task itself, and the worker must wake the loop in turn.
#pragma once

#include <cstdint>

#include "loop/linux/uv_internals.h"

namespace nacd::loop {

// Belongs to one loop's thread.
class QuickTasks {
 public:
  // Returns true if `work` is a single system call that waits for nobody, and such calls are quick here.
  bool Takes(uv::Work* work);
  // Runs `work`, which is in no queue, and puts it where the pool's workers put finished tasks. Does not wake the
  // loop. `now` and the result are real times: of the start and of the end.
  int64_t Run(uv::Work* work, int64_t now);

 private:
  int slow_ = 0;  // how many of the last tasks in a row were slow
  int rest_ = 0;  // how many of the next tasks go to the workers because of that
};

}  // namespace nacd::loop
