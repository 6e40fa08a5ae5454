#include "loop/outlook.h"

#include <algorithm>
#include <set>
#include <string>

#include "loop/children.h"
#include "loop/sockets.h"
#include "loop/uv_requests.h"

namespace nacd::loop {
namespace {

using schedule::Outlook;
using schedule::Prospect;

// Events of this process's own connections and of its runner come soon if they come at all. Another program, or a
// thread, may take longer.
constexpr uint64_t kShortMs = 300;
constexpr uint64_t kLongMs = kLongPatienceMs;

bool IsOn(const uv_handle_t* handle) { return uv_is_active(handle) && uv_has_ref(handle); }

// A pipe whose other end is in this process, or the channel by which a runner talks to its workers.
bool IsNearPipe(const uv_handle_t* handle) {
  return reinterpret_cast<const uv_pipe_t*>(handle)->ipc || IsOwnPipe(handle);
}

class Handles {
 public:
  explicit Handles(uv_loop_t* loop) {
    Walk(loop, [](uv_handle_t* handle, void* data) { static_cast<Handles*>(data)->Learn(handle); });
    Walk(loop, [](uv_handle_t* handle, void* data) { static_cast<Handles*>(data)->Judge(handle); });
  }
  int threads() const { return threads_; }
  uint64_t patience() const { return patience_; }

 private:
  void Walk(uv_loop_t* loop, uv_walk_cb see) { uv_walk(loop, see, this); }
  void Learn(const uv_handle_t* handle) {
    if (handle->type == UV_TCP && !uv_is_closing(handle)) own_.insert(AddressOf(handle));
  }
  void Judge(const uv_handle_t* handle) {
    if (!IsOn(handle)) return;
    switch (handle->type) {
      case UV_PROCESS:
        Wait(true);
        break;
      case UV_ASYNC:
        threads_++;
        break;
      case UV_TCP:
        Wait(IsListening(handle) || own_.count(PeerOf(handle)) > 0);
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
  void Wait(bool is_near) { patience_ = std::max(patience_, is_near ? kShortMs : kLongMs); }

  std::set<std::string> own_;
  int threads_ = 0;
  uint64_t patience_ = 0;
};

uint64_t PatienceWithThreads(const Handles& handles, int known_threads) {
  return handles.threads() > known_threads ? kLongMs : handles.threads() > 0 ? kShortMs : 0;
}

}  // namespace

int ThreadHandles(uv_loop_t* loop) { return Handles(loop).threads(); }

Outlook OutlookOf(uv_loop_t* loop, int known_threads) {
  if (uv::HasRequests(loop)) return {Prospect::kSomething};
  const Handles handles(loop);
  const uint64_t patience = std::max(handles.patience(), PatienceWithThreads(handles, known_threads));
  return {patience > 0 ? Prospect::kFromOutside : Prospect::kNothing, patience};
}

Outlook OutlookOf(uv_loop_t* loop, int known_threads, Prospect prospect) {
  if (prospect == Prospect::kSomething) return {prospect};
  const Handles handles(loop);
  const uint64_t outside = prospect == Prospect::kFromOutside ? std::max(handles.patience(), kShortMs) : 0;
  const uint64_t patience = std::max(outside, PatienceWithThreads(handles, known_threads));
  return {patience > 0 ? Prospect::kFromOutside : Prospect::kNothing, patience};
}

}  // namespace nacd::loop
