// Watches the calls by which one loop's thread submits tasks to libuv's pool: they show which task was submitted, and
// let us decide whether to wake a worker.
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

  // Called after the thread has locked the pool's mutex, and before it unlocks it.
  void OnLocked();
  void OnUnlocking();
  bool locked() const { return locked_; }
  // Called when the thread, holding the pool's mutex, signals `condition`. Returns true if the signal should be
  // skipped: then OnUnlocking() decides.
  bool OnSignal(const pthread_cond_t* condition);

 private:
  Tasks* tasks_;
  bool locked_ = false;
  bool signalled_ = false;  // since it was locked
  Pool::Tails tails_;
};

}  // namespace nacd::loop
