#include "loop/sockets.h"

#include <sys/socket.h>
#ifdef __APPLE__
#include <sys/un.h>
#endif
#include <unistd.h>

namespace nacd::loop {
namespace {

using Name = int (*)(int, sockaddr*, socklen_t*);

std::string Address(const uv_handle_t* handle, Name name) {
  uv_os_fd_t fd;
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (uv_fileno(handle, &fd) != 0 || name(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return {reinterpret_cast<const char*>(&address), size};
}

// Returns the process at the other end; 0 where it is not known.
pid_t PeerProcess(int fd) {
#if defined(SO_PEERCRED)
  ucred peer = {};
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
#elif defined(LOCAL_PEERPID)
  pid_t peer = 0;
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_LOCAL, LOCAL_PEERPID, &peer, &size) == 0 ? peer : 0;
#else
  (void)fd;
  return 0;
#endif
}

}  // namespace

std::string AddressOf(const uv_handle_t* handle) { return Address(handle, getsockname); }
std::string PeerOf(const uv_handle_t* handle) { return Address(handle, getpeername); }

bool IsListening(const uv_handle_t* handle) {
  uv_os_fd_t fd;
  int listening = 0;
  socklen_t size = sizeof listening;
  return uv_fileno(handle, &fd) == 0 && getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening;
}

bool IsOwnPipe(const uv_handle_t* handle) {
  uv_os_fd_t fd;
  return uv_fileno(handle, &fd) == 0 && PeerProcess(fd) == getpid();
}

}  // namespace nacd::loop
