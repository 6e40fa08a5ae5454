// Finds the files that a task in the worker pool touches, for the trace: two tasks that touch one file may race.
#pragma once

#include <climits>

#include "loop/linux/uv_internals.h"
#include "operation/operation.h"

namespace nacd::loop {

// The files of a task that no worker has begun. The paths belong to the request and live as long as it does.
class TaskFiles {
 public:
  // Costs a system call if the task works on a descriptor. A request that is not about files touches nothing.
  explicit TaskFiles(uv::Work* work);
  TaskFiles(const TaskFiles&) = delete;
  TaskFiles& operator=(const TaskFiles&) = delete;

  // Returns null if no file is known.
  const schedule::TouchedFiles* known() const { return files_.path.empty() ? nullptr : &files_; }

 private:
  void OfDescriptor(int fd);
  void OfPaths(const uv_fs_t& request);

  schedule::TouchedFiles files_;
  char link_[PATH_MAX];
};

}  // namespace nacd::loop
