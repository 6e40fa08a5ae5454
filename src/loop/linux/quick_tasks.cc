#include "loop/linux/quick_tasks.h"

#include <pthread.h>

#include "loop/linux/clock.h"
#include "loop/linux/pool.h"

namespace nacd::loop {
namespace {

// Four workers are better than one thread for calls that take longer than this (a disk, a network).
constexpr int64_t kQuickNs = kNsPerMs / 4;
constexpr int kSlowInARow = 8;  // a few alone say that this thread was not run meanwhile
constexpr int kRest = 100;

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

}  // namespace

bool QuickTasks::Takes(uv::Work* work) {
  if (Pool::Get().KindOf(work) != "fs" || !IsOneCall(uv::FsOf(work)->fs_type)) return false;
  if (rest_ == 0) return true;
  slow_ = 0;
  rest_--;
  return false;
}

void QuickTasks::Run(uv::Work* work) {
  const int64_t before = Clock::RealNowNs();
  uv::RunWork(work);
  slow_ = Clock::RealNowNs() - before > kQuickNs ? slow_ + 1 : 0;
  if (slow_ == kSlowInARow) rest_ = kRest;
  uv_loop_t* loop = uv::LoopOf(work);
  pthread_mutex_lock(uv::DoneMutex(loop));
  uv::MarkRun(work);
  uv::LinkInsertTail(uv::DoneQueue(loop), uv::LinkOf(work));
  pthread_mutex_unlock(uv::DoneMutex(loop));
}

}  // namespace nacd::loop
