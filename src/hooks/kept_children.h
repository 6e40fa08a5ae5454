// The children of one environment that stay zombies until their 'exit' comes (loop::KeepUntilReaped).
#pragma once

#include <unordered_set>

namespace nacd::hooks {

class KeptChildren {
 public:
  KeptChildren() = default;
  KeptChildren(const KeptChildren&) = delete;
  KeptChildren& operator=(const KeptChildren&) = delete;
  // Reaps those that are left: the 'exit' of a worker's child does not come after the worker's end.
  ~KeptChildren();

  void Keep(int pid);
  void Reap(int pid);

 private:
  std::unordered_set<int> pids_;
};

}  // namespace nacd::hooks
