#include "loop/linux/in_flight.h"

#ifdef __GLIBC__
#include <linux/tcp.h>  // netinet/tcp.h's tcp_info ends before tcpi_notsent_bytes
#else
#include <netinet/tcp.h>
#endif
#include <netinet/in.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "loop/linux/fd_table.h"

namespace nacd::loop {
namespace {

// Looks at a socket whose other end does not show its end this often, then takes it for settled: it may have been
// unwatched only, not closed.
constexpr int kMostChecks = 4;

constexpr int kEstablished = 1, kSynSent = 2, kClosed = 7, kCloseWait = 8, kLastAck = 9,
              kClosing = 11;  // tcpi_state, as in the kernel's net/tcp_states.h

bool Info(int fd, tcp_info* info) {
  socklen_t size = sizeof *info;
  return getsockopt(fd, IPPROTO_TCP, TCP_INFO, info, &size) == 0;
}

bool HasUnread(int fd) {
  int bytes = 0;
  return fd >= 0 && ioctl(fd, FIONREAD, &bytes) == 0 && bytes > 0;
}

bool IsReady(int fd) {
  pollfd state = {fd, POLLIN, 0};
  return poll(&state, 1, 0) == 1;
}

// The state of bytes written on a socket. kResting: they wait until this process acts.
enum class Transit { kMoving, kResting, kArrived };

bool IsAcknowledged(const tcp_info& info) { return info.tcpi_notsent_bytes == 0 && info.tcpi_unacked == 0; }

// The other end has been closed, so there was one: accepted by another thread that is about to say so.
bool WasAccepted(const tcp_info& info) {
  return info.tcpi_state == kCloseWait || info.tcpi_state == kLastAck || info.tcpi_state == kClosing;
}

Transit TransitOf(int fd) {
  tcp_info info = {};
  if (!FdTable::Inside(fd)) return Transit::kArrived;  // copied: real time passes for it anyway
  // The reader has something to read already. Bytes that are held behind that come when it has read.
  const int peer = FdTable::Get().PeerOf(fd);
  if (HasUnread(peer)) return Transit::kResting;
  if (!Info(fd, &info)) return Transit::kArrived;            // closed meanwhile
  if (info.tcpi_state == kClosed) return Transit::kArrived;  // reset: what was not sent never is
  if (info.tcpi_state == kSynSent) return Transit::kMoving;
  // A connection that waits to be accepted: what arrives on it wakes nobody, only the listener does. (It does not wake
  // if the connection's last step was dropped, since too many were waiting; the kernel repeats it after a second.)
  const int listener = FdTable::Get().ListenerOf(fd);
  if (listener >= 0 && IsReady(listener)) return Transit::kResting;
  if (listener >= 0 && !WasAccepted(info) && !FdTable::Shared(listener)) return Transit::kMoving;
  if (IsAcknowledged(info)) return Transit::kArrived;
  if (peer < 0) return Transit::kResting;  // nobody here reads it: its listener was closed, but a copy of it was not
  // Received but not acknowledged yet: the kernel may wait 40 ms with that. Asked for, it comes at once.
  const int on = 1;
  if (setsockopt(peer, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on) != 0) return Transit::kMoving;
  return Info(fd, &info) && IsAcknowledged(info) ? Transit::kArrived : Transit::kMoving;
}

}  // namespace

void InFlight::Written(int fd) {
  if (FdTable::InsideTcp(fd)) written_.Add(fd);
}

void InFlight::Closed(int peer) { ended_.Add(peer); }

void InFlight::Forget(int fd) {
  written_.Remove(fd);
  ended_.Remove(fd);
}

// A descriptor is taken out before it is looked at, so that bytes which are written meanwhile put it in again.
bool InFlight::IsMoving() {
  bool moving = false;
  looked_at_.clear();
  written_.Drain([this](int fd) { looked_at_.push_back(fd); });
  for (const int fd : looked_at_) {
    const Transit transit = TransitOf(fd);
    moving = moving || transit == Transit::kMoving;
    if (transit != Transit::kArrived) written_.Add(fd);
  }
  return moving;
}

bool InFlight::Moving() {
  std::lock_guard lock(mutex_);
  return IsMoving();
}

bool InFlight::HasEnded(int fd) {
  tcp_info info = {};
  return !Info(fd, &info) || info.tcpi_state != kEstablished || ++checks_[fd] > kMostChecks;
}

bool InFlight::Settled() {
  std::lock_guard lock(mutex_);
  const bool moving = IsMoving();
  looked_at_.clear();
  ended_.Drain([this](int fd) { looked_at_.push_back(fd); });
  bool open = false;
  for (const int fd : looked_at_) {
    if (HasEnded(fd)) {
      checks_.erase(fd);
    } else {
      open = true;
      ended_.Add(fd);
    }
  }
  if (!open) checks_.clear();
  return !moving && !open;
}

}  // namespace nacd::loop
