// Replace libc's functions that create and read sockets, in the import slots. On its loop's thread, a read of a
// datagram socket returns what Datagrams has for it. Otherwise each does what libc's does. Any thread.
#pragma once

#include <sys/socket.h>
#include <sys/types.h>
#include <time.h>

#include <cstddef>

namespace nacd::loop {

int Socket(int family, int type, int protocol);
ssize_t Recv(int fd, void* data, size_t size, int flags);
ssize_t Recvfrom(int fd, void* data, size_t size, int flags, sockaddr* from, socklen_t* length);
ssize_t Recvmsg(int fd, msghdr* message, int flags);
int Recvmmsg(int fd, mmsghdr* messages, unsigned count, int flags, timespec* timeout);

}  // namespace nacd::loop
