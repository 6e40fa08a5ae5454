// Reports each change that this process makes to files and folders to FileTimes. The kernel's stamps have the
// resolution of a tick, and the clock may move within a tick.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "loop/linux/file_times.h"
#include "loop/linux/slots.h"

namespace nacd::loop {

// One write to `fd`, which may be a file. Construct it before the write. Async-signal-safe.
class FileWrite {
 public:
  explicit FileWrite(int fd);
  // Call with the result of the write; returns it. Preserves errno.
  ssize_t Ended(ssize_t result) const;

 private:
  int fd_;
  int64_t from_ = 0;  // 0: no file
  int64_t offset_ = 0;
};

// Returns replacements for libc's functions that create or change files and folders, except those that write. Each
// does what libc's does, and reports the change to FileTimes.
std::vector<Replacement> FileReplacements();

}  // namespace nacd::loop
