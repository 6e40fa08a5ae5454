#include "loop/linux/task_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <string_view>

#include "loop/linux/pool.h"

namespace nacd::loop {
namespace {

std::string_view TextOf(const char* path) { return path ? path : std::string_view(); }

}  // namespace

TaskFiles::TaskFiles(uv::Work* work) {
  if (Pool::Get().KindOf(work) != "fs") return;
  const uv_fs_t& request = *uv::FsOf(work);
  switch (request.fs_type) {
    case UV_FS_READ:
    case UV_FS_WRITE:
    case UV_FS_FSTAT:
    case UV_FS_FTRUNCATE:
    case UV_FS_FUTIME:
    case UV_FS_FCHMOD:
    case UV_FS_FCHOWN:
      OfDescriptor(request.file);
      break;
    case UV_FS_MKDTEMP:
    case UV_FS_MKSTEMP:
      break;  // the name is not known yet, and nobody else has it
    default:
      OfPaths(request);
      break;
  }
}

// The kernel knows the path, also of a descriptor that was opened without the pool, and after a renaming.
void TaskFiles::OfDescriptor(int fd) {
  constexpr std::string_view kRemoved = " (deleted)";
  char name[32];
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  const ssize_t size = readlink(name, link_, sizeof link_);
  if (size <= 0 || link_[0] != '/') return;  // such as "pipe:[17]"
  files_.path = {link_, static_cast<size_t>(size)};
  if (files_.path.ends_with(kRemoved)) files_.path.remove_suffix(kRemoved.size());
}

void TaskFiles::OfPaths(const uv_fs_t& request) {
  files_.path = TextOf(request.path);
  switch (request.fs_type) {
    case UV_FS_OPEN:
      files_.creates = (request.flags & O_CREAT) != 0;
      files_.empties = (request.flags & O_TRUNC) != 0;
      return;
    case UV_FS_RENAME:
    case UV_FS_LINK:
    case UV_FS_COPYFILE:
      files_.to = TextOf(request.new_path);
      return;
    case UV_FS_SYMLINK:
      files_.path = TextOf(request.new_path);  // the other one is a text
      return;
    default:
      return;
  }
}

}  // namespace nacd::loop
