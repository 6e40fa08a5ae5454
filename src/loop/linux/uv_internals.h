// Every line that touches the fields of libuv's structures is here and in uv_internals.cc. They are public (uv.h) and
// stable within libuv 1.x; CheckFields() makes sure of it by behaviour.
#pragma once

#include <pthread.h>
#include <sys/types.h>
#include <uv.h>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "loop/uv_requests.h"

namespace nacd::loop::uv {

// An entry or the head of libuv's queues: the next one, then the one before (void*[2] before libuv 1.46).
struct Link {
  Link* next;
  Link* prev;
};
using Work = struct uv__work;

// The kind of handle that watches a descriptor. kUnknown: its memory must not be touched.
// kPipe: a pipe or unix socket, such as a child process's output.
enum class Kind { kUnknown, kWakeup, kSignal, kStream, kPipe, kServer, kUdp, kPoll, kWatch };

int BackendFd(const uv_loop_t* loop);
int AsyncFd(const uv_loop_t* loop);
int SignalFd(const uv_loop_t* loop);
int InotifyFd(const uv_loop_t* loop);  // of fs.watch; -1: none
bool HasChildren(const uv_loop_t* loop);
bool HasOneChild(const uv_loop_t* loop);
// Calls `visit` with the process id of each child of the loop that libuv has not reaped yet.
void EachChild(const uv_loop_t* loop, const std::function<void(pid_t)>& visit);
// The child that was added last, by handle and process id; zeros: none.
std::pair<const void*, pid_t> NewestChild(const uv_loop_t* loop);
// When the loop's next timer is due, by uv_now(); infinity: there is none.
double NextTimerMs(const uv_loop_t* loop);
// True if handles were closed whose callbacks have not run yet.
bool HasClosing(const uv_loop_t* loop);

// One more than the largest descriptor that may be watched.
int WatchedEnd(const uv_loop_t* loop);
// True if libuv wants events of `fd` now.
bool IsWatched(const uv_loop_t* loop, int fd);
// The events libuv wants of `fd`, as epoll's mask; 0 if none.
uint32_t WantedEvents(const uv_loop_t* loop, int fd);
Kind KindOf(const uv_loop_t* loop, int fd);
// True for the channel of child_process.fork(), which carries messages and handles.
bool IsChannel(const uv_loop_t* loop, int fd);
// True if this channel does not keep the loop alive, and has nothing queued to send.
bool IsIdleChannel(const uv_loop_t* loop, int fd);

// The queue of finished pool tasks and its mutex.
Link* DoneQueue(uv_loop_t* loop);
pthread_mutex_t* DoneMutex(uv_loop_t* loop);
// Makes libuv empty the queue at its next poll. Any thread.
void WakeDone(uv_loop_t* loop);
// The same for the loop's own thread within its poll: the poll has to report the wake-up's descriptor as ready. Returns
// false if this libuv does not allow that.
bool MarkDone(uv_loop_t* loop);

// The list of handles by which other threads wake the loop: libuv goes through it when woken, and closing takes a
// handle out of the list that it is in.
Link* AsyncHandles(uv_loop_t* loop);
Link* LinkOf(uv_async_t* async);
// Visits the handles in the list `head`, except the worker pool's. `visit` may remove the one that it gets.
void EachAsync(const Link* head, const std::function<void(uv_async_t*)>& visit);
// True if this libuv marks a handle that was woken by one word which may be cleared (since 1.46, with eventfd).
bool CanHideAsync(const uv_loop_t* loop);
bool IsPending(const uv_async_t* async);
// True while a thread is inside uv_async_send(async): since 1.46 the handle says so.
bool IsSending(const uv_async_t* async);
// The same for the handle by which the worker pool announces finished tasks.
bool IsSendingDone(const uv_loop_t* loop);
// Hides from libuv that `async` was woken, until the next uv_async_send().
void HideAsync(uv_async_t* async);

void LinkInit(Link* link);
bool LinkEmpty(const Link* head);
void LinkInsertTail(Link* head, Link* link);
void LinkRemove(Link* link);  // and leaves it linked to itself
Work* WorkOf(Link* link);
Link* LinkOf(Work* work);
uv_loop_t* LoopOf(const Work* work);
// True for a finished task that was not cancelled (libuv clears the work function of those that ran).
bool RanToItsEnd(const Work* work);
// Runs a task as a worker of the pool does, and marks it as run as that does (under the mutex of finished tasks).
void RunWork(Work* work);
void MarkRun(Work* work);

// How a kind of request is recognized: by libuv's own completion function in it.
using Done = void (*)(Work*, int);
Done DoneOf(const Work* work);
Work* WorkOf(uv_fs_t* request);
Work* WorkOf(uv_work_t* request);
Work* WorkOf(uv_getaddrinfo_t* request);
Work* WorkOf(uv_getnameinfo_t* request);
Work* WorkOf(uv_random_t* request);
uv_fs_t* FsOf(Work* work);
uv_work_t* QueuedOf(Work* work);

// Empty if the fields above are where uv.h says; else what is wrong. `loop`: a new one, which is run.
std::string CheckFields(uv_loop_t* loop);

}  // namespace nacd::loop::uv
