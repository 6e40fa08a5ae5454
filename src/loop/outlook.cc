#include "loop/outlook.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "loop/uv_internals.h"

namespace nacd::loop {
namespace {

using schedule::Outlook;
using schedule::Prospect;

// Events of this process's own connections and of its runner come soon if they come at all. Another program, or a
// thread, may take longer.
constexpr uint64_t kShortMs = 300;
constexpr uint64_t kLongMs = 5000;

bool IsOn(const uv_handle_t* handle) { return uv_is_active(handle) && uv_has_ref(handle); }

using Name = int (*)(int, sockaddr*, socklen_t*);

// A TCP socket's own address, or its peer's; empty where it has none.
std::string AddressOf(const uv_handle_t* handle, Name name) {
  uv_os_fd_t fd;
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (uv_fileno(handle, &fd) != 0 || name(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return {reinterpret_cast<const char*>(&address), size};
}

bool IsListening(const uv_handle_t* handle) {
  uv_os_fd_t fd;
  int listening = 0;
  socklen_t size = sizeof listening;
  return uv_fileno(handle, &fd) == 0 && getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening;
}

// A pipe whose other end is in this process, or the channel by which a runner talks to its workers.
bool IsNearPipe(const uv_handle_t* handle) {
  if (reinterpret_cast<const uv_pipe_t*>(handle)->ipc) return true;
#ifdef SO_PEERCRED
  uv_os_fd_t fd;
  ucred peer = {};
  socklen_t size = sizeof peer;
  return uv_fileno(handle, &fd) == 0 && getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         peer.pid == getpid();
#else
  return false;
#endif
}

class Look {
 public:
  explicit Look(uv_loop_t* loop) {
    Walk(loop, [](uv_handle_t* handle, void* data) { static_cast<Look*>(data)->Learn(handle); });
    Walk(loop, [](uv_handle_t* handle, void* data) { static_cast<Look*>(data)->Judge(handle); });
  }
  int threads() const { return threads_; }
  bool children() const { return children_; }
  uint64_t patience() const { return patience_; }

 private:
  void Walk(uv_loop_t* loop, uv_walk_cb see) { uv_walk(loop, see, this); }
  void Learn(const uv_handle_t* handle) {
    if (handle->type == UV_TCP && !uv_is_closing(handle)) own_.insert(AddressOf(handle, getsockname));
  }
  void Judge(const uv_handle_t* handle) {
    if (!IsOn(handle)) return;
    switch (handle->type) {
      case UV_PROCESS:
        children_ = true;
        break;
      case UV_ASYNC:
        threads_++;
        break;
      case UV_TCP:
        Wait(IsListening(handle) || own_.count(AddressOf(handle, getpeername)) > 0);
        break;
      case UV_NAMED_PIPE:
        Wait(IsListening(handle) || IsNearPipe(handle));
        break;
      case UV_TTY:
      case UV_UDP:
      case UV_POLL:
      case UV_FS_EVENT:
      case UV_FS_POLL:
        Wait(false);
        break;
      default:
        break;
    }
  }
  void Wait(bool near) { patience_ = std::max(patience_, near ? kShortMs : kLongMs); }

  std::set<std::string> own_;
  int threads_ = 0;
  bool children_ = false;
  uint64_t patience_ = 0;
};

uint64_t PatienceWithThreads(const Look& look, int known_threads) {
  return look.threads() > known_threads ? kLongMs : look.threads() > 0 ? kShortMs : 0;
}

}  // namespace

int ThreadHandles(uv_loop_t* loop) { return Look(loop).threads(); }

Outlook OutlookOf(uv_loop_t* loop, int known_threads) {
  if (uv::HasRequests(loop)) return {Prospect::kSomething};
  const Look look(loop);
  if (look.children()) return {Prospect::kSomething};
  const uint64_t patience = std::max(look.patience(), PatienceWithThreads(look, known_threads));
  return {patience > 0 ? Prospect::kFromOutside : Prospect::kNothing, patience};
}

Outlook OutlookOf(uv_loop_t* loop, int known_threads, Prospect prospect) {
  if (prospect == Prospect::kSomething) return {prospect};
  const Look look(loop);
  const uint64_t outside = prospect == Prospect::kFromOutside ? std::max(look.patience(), kShortMs) : 0;
  const uint64_t patience = std::max(outside, PatienceWithThreads(look, known_threads));
  return {patience > 0 ? Prospect::kFromOutside : Prospect::kNothing, patience};
}

}  // namespace nacd::loop
