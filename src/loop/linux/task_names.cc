#include "loop/linux/task_names.h"

#include <unistd.h>

#include <climits>
#include <cstring>
#include <string_view>

#include "loop/linux/addon_work.h"
#include "loop/linux/pool.h"
#include "names/temporary_names.h"

namespace nacd::loop {
namespace {

const char* FsName(uv_fs_type type) {
  switch (type) {
    case UV_FS_OPEN:
      return "open";
    case UV_FS_CLOSE:
      return "close";
    case UV_FS_READ:
      return "read";
    case UV_FS_WRITE:
      return "write";
    case UV_FS_SENDFILE:
      return "sendfile";
    case UV_FS_STAT:
      return "stat";
    case UV_FS_LSTAT:
      return "lstat";
    case UV_FS_FSTAT:
      return "fstat";
    case UV_FS_FTRUNCATE:
      return "ftruncate";
    case UV_FS_UTIME:
      return "utimes";
    case UV_FS_FUTIME:
      return "futimes";
    case UV_FS_LUTIME:
      return "lutimes";
    case UV_FS_ACCESS:
      return "access";
    case UV_FS_CHMOD:
      return "chmod";
    case UV_FS_FCHMOD:
      return "fchmod";
    case UV_FS_FSYNC:
      return "fsync";
    case UV_FS_FDATASYNC:
      return "fdatasync";
    case UV_FS_UNLINK:
      return "unlink";
    case UV_FS_RMDIR:
      return "rmdir";
    case UV_FS_MKDIR:
      return "mkdir";
    case UV_FS_MKDTEMP:
      return "mkdtemp";
    case UV_FS_MKSTEMP:
      return "mkstemp";
    case UV_FS_RENAME:
      return "rename";
    case UV_FS_SCANDIR:
      return "readdir";
    case UV_FS_LINK:
      return "link";
    case UV_FS_SYMLINK:
      return "symlink";
    case UV_FS_READLINK:
      return "readlink";
    case UV_FS_CHOWN:
      return "chown";
    case UV_FS_FCHOWN:
      return "fchown";
    case UV_FS_LCHOWN:
      return "lchown";
    case UV_FS_REALPATH:
      return "realpath";
    case UV_FS_COPYFILE:
      return "copyFile";
    case UV_FS_OPENDIR:
      return "opendir";
    case UV_FS_READDIR:
      return "readdir";
    case UV_FS_CLOSEDIR:
      return "closedir";
    case UV_FS_STATFS:
      return "statfs";
    default:
      return "other";
  }
}

// Paths outside the working folder are often temporary, with a number of this run in their names.
std::string StablePath(const char* path) {
  if (!path) return {};
  char folder[PATH_MAX];
  std::string_view text(path);
  if (getcwd(folder, sizeof folder) && text.starts_with(folder) && text[strlen(folder)] == '/') {
    return names::WithoutRandomLetters(text.substr(strlen(folder) + 1));
  }
  if (!text.starts_with('/')) return names::WithoutRandomLetters(text);
  std::string name = names::WithoutRandomLetters(text.substr(text.rfind('/') + 1));
  for (char& byte : name) {
    if (byte >= '0' && byte <= '9') byte = '0';
  }
  return name;
}

// The addon that queued the work; addresses differ from run to run, so nothing else of it is of use.
TaskDescription DescribeWork(uv::Work* work) {
  std::string addon = QueuingAddon();
  if (addon.empty()) addon = AddonOf(reinterpret_cast<const void*>(uv::QueuedOf(work)->work_cb));
  if (addon.empty()) return {"work", {}, {}, {}};
  return {"work:" + addon.substr(addon.rfind('/') + 1), {}, {}, addon};
}

}  // namespace

TaskDescription DescribeTask(uv::Work* work, bool with_path) {
  const std::string_view kind = Pool::Get().KindOf(work);
  if (kind == "fs") {
    const uv_fs_t* request = uv::FsOf(work);
    return {std::string("fs.") + FsName(request->fs_type),
            with_path ? StablePath(request->path) : std::string(),
            request->fs_type == UV_FS_OPEN && request->path ? request->path : std::string(),
            {}};
  }
  if (kind == "work") return DescribeWork(work);
  return {std::string(kind), {}, {}, {}};
}

}  // namespace nacd::loop
