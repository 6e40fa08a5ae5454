#include "loop/linux/pool.h"

#include <netdb.h>
#include <netinet/in.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <mutex>

#include "loop/linux/condition_waits.h"
#include "loop/linux/pool_recorder.h"
#include "loop/linux/this_thread.h"

namespace nacd::loop {
namespace {

constexpr std::string_view kKinds[] = {"work", "fs", "getaddrinfo", "getnameinfo", "random"};

// Requests of each kind on a private loop.
struct Probe {
  uv_loop_t loop;
  uv_work_t work;
  uv_fs_t fs;
  uv_getaddrinfo_t getaddrinfo;
  uv_getnameinfo_t getnameinfo;
  uv_random_t random;
  char byte;

  bool SubmitWork() {
    return uv_queue_work(
               &loop, &work, [](uv_work_t*) {}, [](uv_work_t*, int) {}) == 0;
  }
  bool SubmitFs() {
    return uv_fs_stat(&loop, &fs, "/", [](uv_fs_t* request) { uv_fs_req_cleanup(request); }) == 0;
  }
  bool SubmitGetaddrinfo() {
    addrinfo hints = {};
    hints.ai_flags = AI_NUMERICHOST;  // asks no server
    const auto done = [](uv_getaddrinfo_t*, int, addrinfo* result) { uv_freeaddrinfo(result); };
    return uv_getaddrinfo(&loop, &getaddrinfo, done, "127.0.0.1", nullptr, &hints) == 0;
  }
  bool SubmitGetnameinfo() {
    sockaddr_in address;
    uv_ip4_addr("127.0.0.1", 1, &address);
    const auto done = [](uv_getnameinfo_t*, int, const char*, const char*) {};
    return uv_getnameinfo(&loop, &getnameinfo, done, reinterpret_cast<sockaddr*>(&address),
                          NI_NUMERICHOST | NI_NUMERICSERV) == 0;
  }
  bool SubmitRandom() {
    return uv_random(&loop, &random, &byte, 1, 0, [](uv_random_t*, int, void*, size_t) {}) == 0;
  }
};

}  // namespace

Pool& Pool::Get() {
  static auto* pool = new Pool;  // never destroyed: libuv uses its pool until the process ends
  return *pool;
}

int Pool::size() const {
  const int size = size_.load(std::memory_order_acquire);
  if (size > 0) return size;
  // The pool was started before we were loaded: computes its size as libuv does.
  const char* value = getenv("UV_THREADPOOL_SIZE");
  const int wanted = value ? atoi(value) : 4;
  return wanted <= 0 ? 1 : wanted > 1024 ? 1024 : wanted;
}

void Pool::Calibrate() {
  static std::once_flag once;
  std::call_once(once, [this] { Find(); });
}

void Pool::Find() {
  Probe probe;
  if (uv_loop_init(&probe.loop) != 0) {
    problem_ = "libuv cannot create an event loop";
    return;
  }
  PoolRecorder seen;
  SetRecorder(&seen);
  seen.watched = uv::WorkOf(&probe.work);
  // libuv signals the condition only when a worker waits for it, so the workers must have come to rest.
  for (int i = 0; i < 50 && !seen.signalled; i++) {
    seen.armed = true;
    const bool submitted = probe.SubmitWork();
    seen.armed = false;
    if (!submitted) break;
    uv_run(&probe.loop, UV_RUN_DEFAULT);
    if (!seen.signalled) usleep(1000);
  }
  queue_ = seen.known_queue = seen.head;
  done_[0] = uv::DoneOf(seen.watched);
  pthread_mutex_t* mutex = seen.locked;
  if (probe.SubmitFs()) done_[1] = uv::DoneOf(uv::WorkOf(&probe.fs));
  uv_run(&probe.loop, UV_RUN_DEFAULT);
  seen.watched = uv::WorkOf(&probe.getaddrinfo);
  seen.armed = true;
  if (probe.SubmitGetaddrinfo()) done_[2] = uv::DoneOf(seen.watched);
  seen.armed = false;
  slow_queue_ = seen.head != queue_ ? seen.head : nullptr;
  slow_message_ = seen.slow_message;
  uv_run(&probe.loop, UV_RUN_DEFAULT);
  if (probe.SubmitGetnameinfo()) done_[3] = uv::DoneOf(uv::WorkOf(&probe.getnameinfo));
  if (probe.SubmitRandom()) done_[4] = uv::DoneOf(uv::WorkOf(&probe.random));
  uv_run(&probe.loop, UV_RUN_DEFAULT);
  SetRecorder(nullptr);
  uv_loop_close(&probe.loop);
  condition_ = seen.signalled;
  if (!queue_ || !mutex || !condition_) {
    problem_ = "libuv's worker pool does not work as expected (no mutex, condition or queue seen)";
    return;
  }
  mutex_.store(mutex, std::memory_order_release);
  known_.store(true, std::memory_order_release);
}

std::string_view Pool::KindOf(uv::Work* work) const {
  if (known()) {
    for (size_t i = 0; i < std::size(done_); i++) {
      if (done_[i] && done_[i] == uv::DoneOf(work)) return kKinds[i];
    }
  }
  return "task";
}

uv::Link* Pool::Added(const Tails& before, bool* slow) const {
  const Tails now = ReadTails();
  // The new entry stands behind the one that was last. (A cancelled task changes the tail too, but adds none.)
  *slow = now.slow && now.slow != before.slow && now.slow->prev == before.slow;
  if (*slow) return slow_message_ ? now.slow : nullptr;
  if (now.fast == before.fast || now.fast->prev != before.fast || now.fast == slow_message_) return nullptr;
  return now.fast;
}

void Pool::Insert(uv::Link* link, bool slow) {
  if (slow) {
    uv::LinkInsertTail(slow_queue_, link);
    if (!uv::LinkEmpty(slow_message_)) return;  // stands in the queue already
    link = slow_message_;
  }
  uv::LinkInsertTail(queue_, link);
  Signal();
}

void Pool::Signal() {
  BeforeSignal(condition_);
  pthread_cond_signal(condition_);
}

void Pool::Lock() { pthread_mutex_lock(mutex_.load(std::memory_order_acquire)); }
void Pool::Unlock() { pthread_mutex_unlock(mutex_.load(std::memory_order_acquire)); }

}  // namespace nacd::loop
