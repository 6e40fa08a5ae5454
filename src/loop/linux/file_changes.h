// Tells FileTimes of each change that this process makes in files and folders: the kernel's stamps are of whole ticks,
// and the clock may move within a tick.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <vector>

#include "loop/linux/file_times.h"
#include "loop/linux/slots.h"

namespace nacd::loop {

// One write to `fd`, which may be a file. To be made before it. Async-signal-safe.
class FileWrite {
 public:
  explicit FileWrite(int fd);
  // Takes the result of the write, and returns it. Keeps errno.
  ssize_t Ended(ssize_t result) const;

 private:
  int fd_;
  int64_t from_ = 0;  // 0: no file
  int64_t offset_ = 0;
};

// Returns what replaces libc's functions that make or change files and folders, but for those that write: each does as
// libc's own, and tells FileTimes.
std::vector<Replacement> FileReplacements();

}  // namespace nacd::loop
