// The calls by which one loop's thread submits tasks to libuv's pool: they show which task was submitted, and leave the
// waking of a worker to us.
#pragma once

#include <pthread.h>

#include "loop/linux/pool.h"
#include "loop/linux/tasks.h"

namespace nacd::loop {

// Belongs to one loop's thread.
class PoolCalls {
 public:
  // `tasks` must outlive this.
  explicit PoolCalls(Tasks* tasks) : tasks_(tasks) {}

  // The thread has taken the pool's mutex, or is about to give it back.
  void OnLocked();
  void OnUnlocking();
  bool locked() const { return locked_; }
  // With the pool's mutex held, the thread signals `condition`. Returns true if it is not to: OnUnlocking() decides.
  bool OnSignal(const pthread_cond_t* condition);

 private:
  Tasks* tasks_;
  bool locked_ = false;
  bool signalled_ = false;  // since it was locked
  Pool::Tails tails_;
};

}  // namespace nacd::loop
