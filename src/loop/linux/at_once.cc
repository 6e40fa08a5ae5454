#include "loop/linux/at_once.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "loop/linux/fd_table.h"

namespace nacd::loop {
namespace {

bool IsUnix(int fd) {
  int family = AF_UNSPEC;
  socklen_t size = sizeof family;
  return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size) == 0 && family == AF_UNIX;
}

// The path of a file; "pipe:[7]" and "anon_inode:[eventfd]" without one.
std::string TargetOf(int fd) {
  char target[64];
  const ssize_t size = readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), target, sizeof target);
  return {target, size < 0 ? 0 : static_cast<size_t>(size)};
}

Cause CauseOfFile(int fd) {
  struct stat about = {};
  if (fstat(fd, &about) != 0) return Cause::kOthers;
  if (S_ISSOCK(about.st_mode)) return IsUnix(fd) ? Cause::kPeer : Cause::kOthers;
  const std::string target = TargetOf(fd);
  // Any part of the process may open a named pipe, tasks of the worker pool included.
  if (S_ISFIFO(about.st_mode)) return target.starts_with('/') ? Cause::kThisProcess : Cause::kPeer;
  return target.starts_with("anon_inode:") ? Cause::kThisProcess : Cause::kOthers;
}

}  // namespace

Cause CauseOf(uv::Kind kind, int fd) {
  switch (kind) {
    case uv::Kind::kWatch:
      return Cause::kThisProcess;
    case uv::Kind::kServer:
      return IsUnix(fd) ? Cause::kClient : Cause::kOthers;
    case uv::Kind::kPipe:
    case uv::Kind::kPoll:
      return CauseOfFile(fd);
    default:
      return Cause::kOthers;  // TCP and UDP: also over loopback the kernel delivers when it comes to that
  }
}

bool IsShownAtOnce(Cause cause, int fd) {
  switch (cause) {
    case Cause::kThisProcess:
      return true;
    case Cause::kPeer:
      return FdTable::HasOwnPeer(fd);
    case Cause::kClient:
      return FdTable::Get().HasOwnClient(fd);
    default:
      return false;
  }
}

}  // namespace nacd::loop
