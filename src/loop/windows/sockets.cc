#include "loop/sockets.h"

#include <windows.h>

namespace nacd::loop {
namespace {

using Name = int(WSAAPI*)(SOCKET, sockaddr*, int*);

SOCKET SocketOf(uv_os_fd_t handle) { return reinterpret_cast<SOCKET>(handle); }

std::string Address(const uv_handle_t* handle, Name name) {
  uv_os_fd_t fd;
  sockaddr_storage address = {};
  int size = sizeof address;
  if (uv_fileno(handle, &fd) != 0 || name(SocketOf(fd), reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return {reinterpret_cast<const char*>(&address), static_cast<size_t>(size)};
}

bool Accepts(SOCKET socket) {
  int listening = 0;
  int size = sizeof listening;
  return getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, reinterpret_cast<char*>(&listening), &size) == 0 && listening;
}

}  // namespace

std::string AddressOf(const uv_handle_t* handle) { return Address(handle, getsockname); }
std::string PeerOf(const uv_handle_t* handle) { return Address(handle, getpeername); }

// libuv gives no descriptor for a named pipe that waits for a connection.
bool IsListening(const uv_handle_t* handle) {
  uv_os_fd_t fd;
  const bool known = uv_fileno(handle, &fd) == 0 && fd != INVALID_HANDLE_VALUE;
  return handle->type == UV_NAMED_PIPE ? !known : known && Accepts(SocketOf(fd));
}

bool IsOwnPipe(const uv_handle_t* handle) {
  uv_os_fd_t fd;
  ULONG peer = 0;
  if (uv_fileno(handle, &fd) != 0) return false;
  const bool known = GetNamedPipeServerProcessId(fd, &peer) && peer != GetCurrentProcessId();
  if (known) return false;
  return GetNamedPipeClientProcessId(fd, &peer) && peer == GetCurrentProcessId();
}

}  // namespace nacd::loop
