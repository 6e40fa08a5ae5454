#include "loop/linux/outside_watch.h"

#include <poll.h>
#include <sys/socket.h>

#include <utility>

#include "loop/linux/descriptors.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/uv_internals.h"

namespace nacd::loop {
namespace {

bool IsUnixSocket(int fd) {
  int domain = 0;
  socklen_t size = sizeof domain;
  return getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_UNIX;
}

// Returns true if nobody has the other end any longer, as of the output of a child that has ended: all that was written
// there is here. A FIFO may be opened again.
bool HasHungUp(int fd) {
  pollfd asked = {fd, 0, 0};
  return poll(&asked, 1, 0) == 1 && (asked.revents & POLLHUP) != 0 && IsUnixSocket(fd);
}

}  // namespace

bool OutsideWatch::Any(const HeldChildren& children) {
  if (found_ >= 0 && IsOutside(found_, children)) return true;
  const uint64_t generation = FdTable::Get().generation();
  const bool heard = unheard_ >= 0 && !IsUnheard(unheard_);
  const bool same = !std::exchange(changed_, false) && generation == generation_ && !heard;
  if (found_ < 0 && same) return false;
  generation_ = generation;
  found_ = unheard_ = -1;
  for (int fd = 0; fd < uv::WatchedEnd(loop_) && found_ < 0; fd++) {
    if (IsUnheard(fd)) {
      unheard_ = fd;
    } else if (IsOutside(fd, children)) {
      found_ = fd;
    }
  }
  return found_ >= 0;
}

// By it this process learns of its own changes at once, and of those of others when they make them.
bool OutsideWatch::TellsOfThisProcess(int fd) const { return fd == uv::InotifyFd(loop_) && FdTable::ExpectsNobody(); }

bool OutsideWatch::IsUnheard(int fd) const {
  return !FdTable::HearsIdleChannel() && !FdTable::Known(fd) && uv::IsIdleChannel(loop_, fd);
}

bool OutsideWatch::IsOutside(int fd, const HeldChildren& children) const {
  return !FdTable::Inside(fd) && uv::IsWatched(loop_, fd) && fd != uv::AsyncFd(loop_) && fd != uv::SignalFd(loop_) &&
         !FdTable::Machinery(fd) && !TellsOfThisProcess(fd) && !FdTable::IsUntoldDatagram(fd) &&
         !children.IsHeldEnd(fd) && !IsRunnersChannel(loop_, fd, in_runner_) && !HasHungUp(fd);
}

}  // namespace nacd::loop
