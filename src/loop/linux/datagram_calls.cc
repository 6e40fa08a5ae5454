#include "loop/linux/datagram_calls.h"

#include <netinet/in.h>

#include <cerrno>

#include "loop/linux/controller.h"
#include "loop/linux/datagram_peers.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/objects.h"
#include "loop/linux/this_thread.h"

namespace nacd::loop {
namespace {

bool IsUdp(int family, int type, int protocol) {
  return (type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) == SOCK_DGRAM && (family == AF_INET || family == AF_INET6) &&
         (protocol == 0 || protocol == IPPROTO_UDP);
}

// Null: the kernel's answer is right.
Datagrams* DatagramsOf(int fd, int flags) {
  if (!FdTable::IsDatagram(fd) || (flags & MSG_ERRQUEUE)) return nullptr;
  Controller* controller = CurrentController();
  return controller && controller->datagrams().Controls(fd) ? &controller->datagrams() : nullptr;
}

void OnReceived(int fd, int flags, int count) {
  if (!FdTable::IsDatagram(fd) || (flags & (MSG_PEEK | MSG_ERRQUEUE))) return;
  for (int i = 0; i < count; i++) DatagramPeers::Get().OnReceived(fd);
}

}  // namespace

// Those of addons are left alone: nobody knows how they are read.
int Socket(int family, int type, int protocol) {
  const int fd = socket(family, type, protocol);
  if (fd < 0 || !IsUdp(family, type, protocol)) return fd;
  const int error = errno;
  if (IsOfNode(__builtin_return_address(0))) FdTable::OnDatagramSocket(fd);
  errno = error;
  return fd;
}

ssize_t Recvfrom(int fd, void* data, size_t size, int flags, sockaddr* from, socklen_t* length) {
  Datagrams* datagrams = DatagramsOf(fd, flags);
  if (!datagrams) {
    const ssize_t size_read = recvfrom(fd, data, size, flags, from, length);
    if (size_read >= 0) OnReceived(fd, flags, 1);
    return size_read;
  }
  iovec part = {data, size};
  msghdr message = {};
  message.msg_name = length ? from : nullptr;
  message.msg_namelen = from && length ? *length : 0;
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  const ssize_t result = datagrams->Receive(fd, &message, flags);
  if (result >= 0 && message.msg_name) *length = message.msg_namelen;
  return result;
}

ssize_t Recv(int fd, void* data, size_t size, int flags) { return Recvfrom(fd, data, size, flags, nullptr, nullptr); }

ssize_t Recvmsg(int fd, msghdr* message, int flags) {
  Datagrams* datagrams = DatagramsOf(fd, flags);
  if (datagrams) return datagrams->Receive(fd, message, flags);
  const ssize_t result = recvmsg(fd, message, flags);
  if (result >= 0) OnReceived(fd, flags, 1);
  return result;
}

int Recvmmsg(int fd, mmsghdr* messages, unsigned count, int flags, timespec* timeout) {
  Datagrams* datagrams = DatagramsOf(fd, flags);
  if (!datagrams) {
    const int received = recvmmsg(fd, messages, count, flags, timeout);
    OnReceived(fd, flags, received);
    return received;
  }
  return datagrams->ReceiveMany(fd, messages, count, flags);
}

}  // namespace nacd::loop
