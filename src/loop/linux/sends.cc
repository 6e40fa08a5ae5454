#include "loop/linux/sends.h"

#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "loop/linux/addresses.h"
#include "loop/linux/fd_table.h"
#include "names/name.h"

namespace nacd::loop {
namespace {

constexpr size_t kMostBytes = 16 * 1024;  // of one connection: the kernel's buffer takes as many from everybody
constexpr int kFullMs = 100;

// Room was looked for before, so the kernel takes all of it. Should it not, the bytes must not be lost.
void SendAll(int fd, const std::string& data) {
  for (size_t done = 0; done < data.size();) {
    const ssize_t sent = send(fd, data.data() + done, data.size() - done, MSG_NOSIGNAL);
    if (sent > 0) {
      done += static_cast<size_t>(sent);
    } else if (errno == EAGAIN) {
      pollfd state = {fd, POLLOUT, 0};
      if (poll(&state, 1, kFullMs) < 0 && errno != EINTR) return;
    } else if (errno != EINTR) {
      return;  // the connection has ended; who reads it hears that
    }
  }
}

std::string KeyOf(int fd, const sockaddr* to) {
  return to->sa_family == AF_UNIX ? UnixKeyOfPeer(fd, to) : AddressKey(to);
}

}  // namespace

void Sends::OnConnect(int fd, const sockaddr* to) {
  int type = 0;
  socklen_t size = sizeof type;
  if (getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_STREAM) return;
  Drop(fd);
  std::string peer = KeyOf(fd, to);
  if (peer.empty()) return;
  peers_[peer]++;
  connections_[fd].peer = std::move(peer);
}

// Returns null where nothing is to be held.
Sends::Connection* Sends::Find(int fd) {
  if (connections_.empty()) return nullptr;
  const auto found = connections_.find(fd);
  if (found == connections_.end()) return nullptr;
  Connection& connection = found->second;
  if (!connection.checked) {
    connection.checked = true;
    if (FdTable::HasOwnPeer(fd) || FdTable::Machinery(fd) || FdTable::Get().ListenerOf(fd) >= 0) {
      Drop(fd);
      return nullptr;
    }
    connection.origin = FdTable::Get().OriginOf(fd);
  }
  return &connection;
}

bool Sends::IsRoomFor(int fd, const Connection& connection, size_t size) const {
  if (connection.held_bytes + size > kMostBytes || FdTable::Shared(fd)) return false;
  int queued = 0;
  int buffer = 0;
  socklen_t length = sizeof buffer;
  if (ioctl(fd, SIOCOUTQ, &queued) != 0) return false;
  if (getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, &length) != 0) return false;
  // Half of the buffer may go to the kernel's own notes.
  return static_cast<size_t>(queued) + connection.held_bytes + size <= static_cast<size_t>(buffer) / 2;
}

bool Sends::Hold(int fd, const iovec* parts, size_t count) {
  Connection* connection = Find(fd);
  if (!connection || (IsAlone(*connection) && connection->held.empty())) return false;
  size_t size = 0;
  for (size_t i = 0; i < count; i++) size += parts[i].iov_len;
  if (size == 0) return false;
  if (!IsRoomFor(fd, *connection, size)) {
    Flush(fd);
    return false;
  }
  std::string data;
  data.reserve(size);
  for (size_t i = 0; i < count; i++) data.append(static_cast<const char*>(parts[i].iov_base), parts[i].iov_len);
  return HoldItem(fd, connection, std::move(data));
}

// The end follows what is held, and is nothing to hold by itself: the server sees what was sent before.
bool Sends::HoldEnd(int fd) {
  Connection* connection = Find(fd);
  if (!connection || connection->held.empty()) return false;
  connection->held.push_back({{}, {}, {}});
  return true;
}

bool Sends::HoldItem(int fd, Connection* connection, std::string data) {
  schedule::Hold hold;
  std::string name;
  const int64_t now = Clock::NowNs();
  if (!IsAlone(*connection)) {
    const std::string& origin = connection->origin;
    name = names_->InCall() || origin.empty() ? names_->Fresh("sent", {})
                                              : names::WithCount(names::PartOf(origin, "sent", {}), ++connection->sent);
    schedule::Operation operation;
    operation.name = name;
    operation.phase = schedule::Phase::kDescriptor;
    operation.api = "stream";
    const schedule::Decision decision = scheduler_->Decide(operation, static_cast<double>(now) / kNsPerMs);
    hold = schedule::Hold(decision, now, &scheduler_->gates());
  }
  connection->held_bytes += data.size();
  connection->held.push_back({std::move(data), std::move(name), hold});
  busy_.insert(fd);
  Release(now);
  return true;
}

void Sends::SendFirst(int fd, Connection* connection) {
  const Item item = std::move(connection->held.front());
  connection->held.pop_front();
  connection->held_bytes -= item.data.size();
  const int error = errno;
  if (item.data.empty()) {
    shutdown(fd, SHUT_WR);
  } else {
    SendAll(fd, item.data);
  }
  errno = error;
  if (!item.name.empty() && scheduler_->watching()) scheduler_->RecordRun(item.name, schedule::Phase::kDescriptor);
}

void Sends::Release(int64_t now) {
  for (const int fd : std::set<int>(busy_)) {
    Connection& connection = connections_[fd];
    while (!connection.held.empty() && connection.held.front().hold.IsDue(now)) SendFirst(fd, &connection);
  }
  Count();
}

void Sends::Count() {
  next_due_ = kNever;
  std::erase_if(busy_, [this](int fd) {
    const Connection& connection = connections_[fd];
    if (connection.held.empty()) return true;
    next_due_ = std::min(next_due_, connection.held.front().hold.due_ns());
    return false;
  });
}

void Sends::Flush(int fd) {
  if (busy_.count(fd) == 0) return;
  Connection& connection = connections_[fd];
  for (Item& item : connection.held) {
    item.hold.GiveUp(&scheduler_->gates(), "its connection was closed, or more was sent than can wait");
  }
  while (!connection.held.empty()) SendFirst(fd, &connection);
  Count();
}

void Sends::FlushAll() {
  for (const int fd : std::set<int>(busy_)) Flush(fd);
}

void Sends::Drop(int fd) {
  const auto found = connections_.find(fd);
  if (found == connections_.end()) return;
  const auto peer = peers_.find(found->second.peer);
  if (peer != peers_.end() && --peer->second == 0) peers_.erase(peer);
  connections_.erase(found);
}

void Sends::Forget(int fd) {
  if (connections_.empty()) return;
  Flush(fd);
  Drop(fd);
}

void Sends::ReleaseSoon() {
  for (const int fd : busy_) {
    for (Item& item : connections_[fd].held) item.hold.Release();
  }
  if (holding()) next_due_ = 0;
}

void Sends::GoThroughGates(int64_t now) {
  for (const int fd : busy_) {
    for (Item& item : connections_[fd].held) {
      if (item.hold.GoThrough(scheduler_->gates(), now)) next_due_ = 0;
    }
  }
}

void Sends::Dump(std::string* out) const {
  const int64_t now = Clock::NowNs();
  for (const int fd : busy_) {
    for (const Item& item : connections_.at(fd).held) {
      *out += "  " + (item.name.empty() ? std::string("the end of a connection") : item.name) + ": held, " +
              item.hold.Text(now) + '\n';
    }
  }
}

}  // namespace nacd::loop
