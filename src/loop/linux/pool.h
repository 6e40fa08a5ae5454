// libuv's worker pool, seen from outside: the addresses of its mutex, condition and queues, found by submitting tasks
// of our own on a private loop and watching which functions of libc libuv calls meanwhile. Process-wide.
#pragma once

#include <pthread.h>

#include <atomic>
#include <string>
#include <string_view>

#include "loop/linux/uv_internals.h"

namespace nacd::loop {

class Pool {
 public:
  static Pool& Get();

  // Finds everything. The pool must already be running: otherwise this starts it, and a UV_THREADPOOL_SIZE that the
  // program sets later would come too late. Works once; later calls return at once. Any thread.
  void Calibrate();
  bool known() const { return known_.load(std::memory_order_acquire); }
  // Empty, or the reason why starts of tasks cannot be postponed and their kinds are unknown.
  const std::string& problem() const { return problem_; }

  bool IsMutex(const pthread_mutex_t* mutex) const { return mutex == mutex_.load(std::memory_order_acquire); }
  // How many tasks can run at the same time.
  int size() const;
  void set_size(int size) { size_.store(size, std::memory_order_release); }

  // Returns the kind of request of a task: "fs", "work", "getaddrinfo", "getnameinfo", "random", or "task" if not
  // known.
  std::string_view KindOf(uv::Work* work) const;

  // With the pool's mutex held: the last entry of each queue (the queue itself if it is empty).
  struct Tails {
    uv::Link* fast = nullptr;
    uv::Link* slow = nullptr;
  };
  Tails ReadTails() const { return {queue_->prev, slow_queue_ ? slow_queue_->prev : nullptr}; }
  // With the pool's mutex held: returns what was added since `before` was read; null if nothing was, or if it is no
  // task.
  uv::Link* Added(const Tails& before, bool* slow) const;
  // With the pool's mutex held: puts back a task that was taken out of the queue.
  void Insert(uv::Link* link, bool slow);
  bool IsCondition(const pthread_cond_t* condition) const { return known() && condition == condition_; }
  // With the pool's mutex held: wakes a worker, if one sleeps.
  void Signal();
  void Lock();
  void Unlock();

 private:
  void Find();
  std::atomic<bool> known_{false};
  std::atomic<pthread_mutex_t*> mutex_{nullptr};
  std::atomic<int> size_{0};
  pthread_cond_t* condition_ = nullptr;
  uv::Link* queue_ = nullptr;
  uv::Link* slow_queue_ = nullptr;
  uv::Link* slow_message_ = nullptr;
  uv::Done done_[5] = {};
  std::string problem_;
};

}  // namespace nacd::loop
