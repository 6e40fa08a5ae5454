#include "hooks/kept_children.h"

#include "loop/engine.h"

namespace nacd::hooks {

KeptChildren::~KeptChildren() {
  for (const int pid : pids_) loop::Reap(pid);
}

void KeptChildren::Keep(int pid) {
  pids_.insert(pid);
  loop::KeepUntilReaped(pid);
}

void KeptChildren::Reap(int pid) {
  pids_.erase(pid);
  loop::Reap(pid);
}

}  // namespace nacd::hooks
