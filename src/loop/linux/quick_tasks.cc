#include "loop/linux/quick_tasks.h"

#include <pthread.h>
#include <sys/stat.h>

#include "loop/linux/clock.h"
#include "loop/linux/pool.h"

namespace nacd::loop {
namespace {

// Four workers are better than one thread for calls that take longer than this (a disk, a network).
constexpr int64_t kQuickNs = kNsPerMs / 4;
constexpr int kSlowInARow = 8;  // a few alone say that this thread was not run meanwhile
constexpr int kRest = 100;
constexpr size_t kFewBytes = 65536;  // a worker wakes while they are copied

bool IsOneCall(uv_fs_type type) {
  switch (type) {
    case UV_FS_STAT:
    case UV_FS_LSTAT:
    case UV_FS_FSTAT:
    case UV_FS_ACCESS:
    case UV_FS_READLINK:
    case UV_FS_MKDIR:
    case UV_FS_RMDIR:
    case UV_FS_UNLINK:
    case UV_FS_RENAME:
    case UV_FS_LINK:
    case UV_FS_SYMLINK:
    case UV_FS_CHMOD:
    case UV_FS_FCHMOD:
    case UV_FS_UTIME:
    case UV_FS_FUTIME:
    case UV_FS_LUTIME:
      return true;
    default:
      return false;
  }
}

// Files of a disk alone: pipes, terminals and devices may wait for somebody, as may files without a size, such as some
// in /proc, that are read.
bool IsFile(const struct stat& status) { return S_ISREG(status.st_mode); }

bool OpensFile(const char* path) {
  struct stat status;
  return path && (stat(path, &status) != 0 || IsFile(status));
}

bool IsFile(int fd, size_t least_size) {
  struct stat status;
  return fstat(fd, &status) == 0 && IsFile(status) && static_cast<size_t>(status.st_size) >= least_size;
}

size_t BytesOf(const uv_fs_t& request) {
  size_t bytes = 0;
  for (unsigned i = 0; i < request.nbufs && bytes <= kFewBytes; i++) bytes += request.bufs[i].len;
  return bytes;
}

// Returns true if the task is one system call that waits for nobody.
bool IsQuick(const uv_fs_t& request) {
  switch (request.fs_type) {
    case UV_FS_OPEN:
      return OpensFile(request.path);
    case UV_FS_CLOSE:
      return IsFile(request.file, 0);
    case UV_FS_READ:
      return BytesOf(request) <= kFewBytes && IsFile(request.file, 1);
    case UV_FS_WRITE:
      return BytesOf(request) <= kFewBytes && IsFile(request.file, 0);
    default:
      return IsOneCall(request.fs_type);
  }
}

}  // namespace

bool QuickTasks::Takes(uv::Work* work) {
  if (Pool::Get().KindOf(work) != "fs" || !IsQuick(*uv::FsOf(work))) return false;
  if (rest_ == 0) return true;
  slow_ = 0;
  rest_--;
  return false;
}

int64_t QuickTasks::Run(uv::Work* work, int64_t now) {
  uv::RunWork(work);
  const int64_t end = Clock::RealNowNs();
  slow_ = end - now > kQuickNs ? slow_ + 1 : 0;
  if (slow_ == kSlowInARow) rest_ = kRest;
  uv_loop_t* loop = uv::LoopOf(work);
  pthread_mutex_lock(uv::DoneMutex(loop));
  uv::MarkRun(work);
  uv::LinkInsertTail(uv::DoneQueue(loop), uv::LinkOf(work));
  pthread_mutex_unlock(uv::DoneMutex(loop));
  return end;
}

}  // namespace nacd::loop
