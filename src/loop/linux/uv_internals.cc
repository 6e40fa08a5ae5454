#include "loop/linux/uv_internals.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <limits>

namespace nacd::loop::uv {
namespace {

template <typename T>
T* Container(void* member, size_t offset) {
  return reinterpret_cast<T*>(static_cast<char*>(member) - offset);
}

template <typename Field>
Link* LinkAt(Field* field) {
  static_assert(sizeof(Field) == sizeof(Link));
  return reinterpret_cast<Link*>(field);
}

template <typename Field>
const Link* LinkAt(const Field* field) {
  return LinkAt(const_cast<Field*>(field));
}

uv__io_t* WatcherOf(const uv_loop_t* loop, int fd) {
  if (fd < 0 || static_cast<unsigned>(fd) >= loop->nwatchers) return nullptr;
  return static_cast<uv__io_t*>(loop->watchers[fd]);
}

// Returns true if a handle of one of the `types` embeds `watcher` at `offset`: the word there is this loop, and the
// type fits. The caller asks for smaller offsets first, so that nothing before the handle is read. A loop's address in
// just that word of another kind of handle beside a fitting type does not happen by chance.
bool IsHandle(const uv_loop_t* loop, uv__io_t* watcher, size_t offset, std::initializer_list<int> types) {
  const auto* handle = Container<uv_handle_t>(watcher, offset);
  if (handle->loop != loop) return false;
  for (int type : types) {
    if (handle->type == type) return true;
  }
  return false;
}

bool IsListening(int fd) {
  int listening = 0;
  socklen_t size = sizeof listening;
  return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening;
}

}  // namespace

int BackendFd(const uv_loop_t* loop) { return loop->backend_fd; }
int AsyncFd(const uv_loop_t* loop) { return loop->async_io_watcher.fd; }
int InotifyFd(const uv_loop_t* loop) { return loop->inotify_fd; }
int SignalFd(const uv_loop_t* loop) { return loop->signal_io_watcher.fd; }
bool HasChildren(const uv_loop_t* loop) { return !LinkEmpty(LinkAt(&loop->process_handles)); }
bool HasClosing(const uv_loop_t* loop) { return loop->closing_handles != nullptr; }
// A timer's place in the heap comes after its callback; its field's name depends on the version.
double NextTimerMs(const uv_loop_t* loop) {
  void* first = loop->timer_heap.min;
  if (!first) return std::numeric_limits<double>::infinity();
  const auto* timer = Container<uv_timer_t>(first, offsetof(uv_timer_t, timer_cb) + sizeof(uv_timer_cb));
  return static_cast<double>(timer->timeout);
}
bool HasOneChild(const uv_loop_t* loop) {
  const Link* children = LinkAt(&loop->process_handles);
  return !LinkEmpty(children) && children->next->next == children;
}
void EachChild(const uv_loop_t* loop, const std::function<void(pid_t)>& visit) {
  const Link* head = LinkAt(&loop->process_handles);
  for (Link* link = head->next; link != head; link = link->next) {
    visit(Container<uv_process_t>(link, offsetof(uv_process_t, queue))->pid);
  }
}
std::pair<const void*, pid_t> NewestChild(const uv_loop_t* loop) {
  const Link* head = LinkAt(&loop->process_handles);
  if (LinkEmpty(head)) return {};
  const auto* newest = Container<uv_process_t>(head->prev, offsetof(uv_process_t, queue));
  return {newest, newest->pid};
}

int WatchedEnd(const uv_loop_t* loop) { return static_cast<int>(loop->nwatchers); }
bool IsWatched(const uv_loop_t* loop, int fd) {
  const uv__io_t* watcher = WatcherOf(loop, fd);
  return watcher && watcher->pevents != 0;
}
uint32_t WantedEvents(const uv_loop_t* loop, int fd) {
  const uv__io_t* watcher = WatcherOf(loop, fd);
  return watcher ? watcher->pevents : 0;
}

Kind KindOf(const uv_loop_t* loop, int fd) {
  uv__io_t* watcher = WatcherOf(loop, fd);
  if (!watcher) return Kind::kUnknown;
  if (watcher == &loop->async_io_watcher) return Kind::kWakeup;
  if (watcher == &loop->signal_io_watcher) return Kind::kSignal;
  if (watcher == &loop->inotify_read_watcher) return Kind::kWatch;
  // In the order of the offsets: a handle of a later kind is larger, so no memory before the handle is read.
  static_assert(offsetof(uv_poll_t, io_watcher) < offsetof(uv_udp_t, io_watcher));
  static_assert(offsetof(uv_udp_t, io_watcher) < offsetof(uv_stream_t, io_watcher));
  if (IsHandle(loop, watcher, offsetof(uv_poll_t, io_watcher), {UV_POLL})) return Kind::kPoll;
  if (IsHandle(loop, watcher, offsetof(uv_udp_t, io_watcher), {UV_UDP})) return Kind::kUdp;
  if (IsHandle(loop, watcher, offsetof(uv_stream_t, io_watcher), {UV_TCP, UV_NAMED_PIPE, UV_TTY})) {
    if (IsListening(fd)) return Kind::kServer;
    return IsHandle(loop, watcher, offsetof(uv_stream_t, io_watcher), {UV_NAMED_PIPE}) ? Kind::kPipe : Kind::kStream;
  }
  return Kind::kUnknown;
}

bool IsChannel(const uv_loop_t* loop, int fd) {
  if (KindOf(loop, fd) != Kind::kPipe) return false;
  return Container<uv_pipe_t>(WatcherOf(loop, fd), offsetof(uv_stream_t, io_watcher))->ipc != 0;
}

bool IsIdleChannel(const uv_loop_t* loop, int fd) {
  if (!IsChannel(loop, fd) || (WantedEvents(loop, fd) & POLLOUT) != 0) return false;
  return !uv_has_ref(Container<uv_handle_t>(WatcherOf(loop, fd), offsetof(uv_stream_t, io_watcher)));
}

Link* DoneQueue(uv_loop_t* loop) { return LinkAt(&loop->wq); }
pthread_mutex_t* DoneMutex(uv_loop_t* loop) { return &loop->wq_mutex; }
void WakeDone(uv_loop_t* loop) {
  if (CanHideAsync(loop)) HideAsync(&loop->wq_async);  // MarkDone() may have marked it
  uv_async_send(&loop->wq_async);
}
bool MarkDone(uv_loop_t* loop) {
  if (!CanHideAsync(loop)) return false;
  __atomic_store_n(&loop->wq_async.pending, 1, __ATOMIC_SEQ_CST);
  return true;
}

Link* AsyncHandles(uv_loop_t* loop) { return LinkAt(&loop->async_handles); }
Link* LinkOf(uv_async_t* async) { return LinkAt(&async->queue); }

void EachAsync(const Link* head, const std::function<void(uv_async_t*)>& visit) {
  for (Link* link = head->next; link != head;) {
    Link* next = link->next;
    auto* async = Container<uv_async_t>(link, offsetof(uv_async_t, queue));
    if (async != &async->loop->wq_async) visit(async);
    link = next;
  }
}
// Before 1.46 a sender aborts when the word is not as it left it.
bool CanHideAsync(const uv_loop_t* loop) { return uv_version() >= 0x012e00 && loop->async_wfd < 0; }
bool IsPending(const uv_async_t* async) { return __atomic_load_n(&async->pending, __ATOMIC_SEQ_CST) != 0; }
bool IsSending(const uv_async_t* async) { return __atomic_load_n(&async->u.fd, __ATOMIC_SEQ_CST) > 0; }
bool IsSendingDone(const uv_loop_t* loop) { return IsSending(&loop->wq_async); }
void HideAsync(uv_async_t* async) { __atomic_store_n(&async->pending, 0, __ATOMIC_SEQ_CST); }

void LinkInit(Link* link) { link->next = link->prev = link; }
bool LinkEmpty(const Link* head) { return head->next == head; }
void LinkInsertTail(Link* head, Link* link) {
  link->next = head;
  link->prev = head->prev;
  link->prev->next = link;
  head->prev = link;
}
void LinkRemove(Link* link) {
  link->prev->next = link->next;
  link->next->prev = link->prev;
  LinkInit(link);
}
Work* WorkOf(Link* link) { return Container<Work>(link, offsetof(Work, wq)); }
Link* LinkOf(Work* work) { return LinkAt(&work->wq); }
uv_loop_t* LoopOf(const Work* work) { return work->loop; }
void RunWork(Work* work) { work->work(work); }
void MarkRun(Work* work) { work->work = nullptr; }
bool RanToItsEnd(const Work* work) { return work->work == nullptr; }

Done DoneOf(const Work* work) { return work->done; }
Work* WorkOf(uv_fs_t* request) { return &request->work_req; }
Work* WorkOf(uv_work_t* request) { return &request->work_req; }
Work* WorkOf(uv_getaddrinfo_t* request) { return &request->work_req; }
Work* WorkOf(uv_getnameinfo_t* request) { return &request->work_req; }
Work* WorkOf(uv_random_t* request) { return &request->work_req; }
uv_fs_t* FsOf(Work* work) { return Container<uv_fs_t>(work, offsetof(uv_fs_t, work_req)); }
uv_work_t* QueuedOf(Work* work) { return Container<uv_work_t>(work, offsetof(uv_work_t, work_req)); }

namespace {

// Returns whether a stream that libuv watches is found by its descriptor.
bool FindsStream(uv_loop_t* loop) {
  int ends[2];
  uv_pipe_t stream;
  if (pipe2(ends, O_CLOEXEC) != 0) return true;  // nothing to try it with
  bool found = true;
  uv_pipe_init(loop, &stream, 0);
  if (uv_pipe_open(&stream, ends[0]) == 0) {
    const auto read = [](uv_stream_t*, ssize_t, const uv_buf_t*) {};
    const auto allocate = [](uv_handle_t*, size_t, uv_buf_t*) {};
    uv_read_start(reinterpret_cast<uv_stream_t*>(&stream), allocate, read);
    found = KindOf(loop, ends[0]) == Kind::kPipe;
  } else {
    close(ends[0]);
  }
  uv_close(reinterpret_cast<uv_handle_t*>(&stream), nullptr);
  uv_run(loop, UV_RUN_DEFAULT);
  close(ends[1]);
  return found;
}

bool FindsTimer(uv_loop_t* loop) {
  uv_timer_t timer;
  uv_timer_init(loop, &timer);
  uv_timer_start(
      &timer, [](uv_timer_t*) {}, 5, 0);
  const bool found = NextTimerMs(loop) == static_cast<double>(uv_now(loop) + uv_timer_get_due_in(&timer));
  uv_close(reinterpret_cast<uv_handle_t*>(&timer), nullptr);
  uv_run(loop, UV_RUN_DEFAULT);
  return found;
}

}  // namespace

std::string CheckFields(uv_loop_t* loop) {
  std::string wrong;
  struct stat status;
  if (BackendFd(loop) != uv_backend_fd(loop)) wrong = "backend_fd";
  if (loop->async_io_watcher.fd < 0 || fstat(loop->async_io_watcher.fd, &status) != 0) wrong = "async_io_watcher";
  if (!LinkEmpty(DoneQueue(loop)) || loop->wq_async.loop != loop) wrong = "wq";
  if (HasChildren(loop)) wrong = "process_handles";
  if (WatcherOf(loop, AsyncFd(loop)) != &loop->async_io_watcher) wrong = "watchers";
  if (wrong.empty() && !FindsStream(loop)) wrong = "io_watcher";
  if (wrong.empty() && !FindsTimer(loop)) wrong = "timer_heap";
  return wrong.empty() ? wrong : "libuv's " + wrong + " is not where its header says";
}

}  // namespace nacd::loop::uv
