#include "loop/linux/pool_calls.h"

#include <utility>

namespace nacd::loop {

void PoolCalls::OnLocked() {
  locked_ = true;
  tails_ = Pool::Get().ReadTails();
}

bool PoolCalls::OnSignal(const pthread_cond_t* condition) {
  if (!locked_ || !Pool::Get().IsCondition(condition)) return false;
  return signalled_ = true;
}

// A worker is woken for what it shall do now. (What stands for slow tasks in the queue stays there.)
void PoolCalls::OnUnlocking() {
  locked_ = false;
  const bool signalled = std::exchange(signalled_, false);
  bool slow = false;
  uv::Link* added = Pool::Get().Added(tails_, &slow);
  const bool taken = added && tasks_->OnSubmitted(added, slow);
  if (signalled && (slow || !taken)) Pool::Get().Signal();
}

}  // namespace nacd::loop
