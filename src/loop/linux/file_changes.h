// Tells FileTimes of each change that this process makes in files and folders: the kernel's stamps are of whole ticks,
// and the clock may move within a tick.
#pragma once

#include <sys/types.h>

#include <cstdint>

#include "loop/linux/file_times.h"

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

// Each as libc's own. Those that have no function here wait for the next tick (FileTimes::BeforeChange).
int Mkdir(const char* path, mode_t mode);
char* Mkdtemp(char* path);
int Mkstemp(char* path);
int Symlink(const char* target, const char* path);
int Link(const char* from, const char* to);
int Rename(const char* from, const char* to);
int Rmdir(const char* path);
int Unlink(const char* path);
int Chmod(const char* path, mode_t mode);
int Fchmod(int fd, mode_t mode);
int Truncate(const char* path, off_t size);
int Ftruncate(int fd, off_t size);
ssize_t CopyFileRange(int from, off_t* from_offset, int to, off_t* to_offset, size_t size, unsigned flags);
int Open(const char* path, int flags, mode_t mode);
int Openat(int folder, const char* path, int flags, mode_t mode);

// Returns what replaces `kFunction`, a function of libc that changes files in some other way.
template <auto kFunction, typename Result, typename... Arguments>
constexpr auto Changing(Result (*)(Arguments...)) {
  return +[](Arguments... arguments) -> Result {
    FileTimes::Get().BeforeChange();
    return kFunction(arguments...);
  };
}

}  // namespace nacd::loop
