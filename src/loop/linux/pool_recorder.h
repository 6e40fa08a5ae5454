// Records the calls by which libuv submits a task, as the replaced functions see them while we look at the pool.
#pragma once

#include <pthread.h>

#include "loop/linux/uv_internals.h"

namespace nacd::loop {

struct PoolRecorder {
  bool armed = false;  // true while a task is being submitted: what libuv locks then is the pool's
  pthread_mutex_t* locked = nullptr;
  pthread_cond_t* signalled = nullptr;
  uv::Work* watched = nullptr;
  uv::Link* head = nullptr;          // of the queue that `watched` is in
  uv::Link* known_queue = nullptr;   // of fast tasks, once known
  uv::Link* slow_message = nullptr;  // the entry in the queue of fast tasks that stands for the slow ones

  void OnLock(pthread_mutex_t* mutex) {
    if (armed) locked = mutex;
  }
  void OnUnlock(pthread_mutex_t* mutex) {
    if (!armed || mutex != locked || !watched) return;
    head = uv::LinkOf(watched)->next;  // it was put at the end, so the queue's head comes next
    if (known_queue && known_queue != head && known_queue->prev != known_queue) slow_message = known_queue->prev;
  }
  void OnSignal(pthread_cond_t* condition) {
    if (armed) signalled = condition;
  }
};

}  // namespace nacd::loop
