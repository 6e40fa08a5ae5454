#include "loop/linux/socket_facts.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace nacd::loop {

int FamilyOf(int fd) {
  int family = AF_UNSPEC;
  socklen_t size = sizeof family;
  getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size);
  return family;
}

int IntOption(int fd, int option) {
  int value = 0;
  socklen_t size = sizeof value;
  getsockopt(fd, SOL_SOCKET, option, &value, &size);
  return value;
}

bool IsInternet(int fd) {
  const int error = errno;
  const int family = FamilyOf(fd);
  errno = error;
  return family == AF_INET || family == AF_INET6;
}

bool IsClosedTcp(int fd) {
  constexpr int kClosed = 7;  // tcpi_state, as in the kernel's net/tcp_states.h
  tcp_info info = {};
  socklen_t size = sizeof info;
  return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_state == kClosed;
}

bool AreSame(int one, int other) {
  struct stat first = {}, second = {};
  return fstat(one, &first) == 0 && fstat(other, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

bool PeerIsThisProcess(int fd) {
  ucred peer = {};
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid == getpid();
}

}  // namespace nacd::loop
