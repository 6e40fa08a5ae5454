// Keeps the ended children of one environment as zombies until their 'exit' comes (loop::KeepUntilReaped).
#pragma once

#include <unordered_set>

namespace nacd::hooks {

class KeptChildren {
 public:
  KeptChildren() = default;
  KeptChildren(const KeptChildren&) = delete;
  KeptChildren& operator=(const KeptChildren&) = delete;
  // Reaps the remaining ones: a child's 'exit' never comes after its worker has ended.
  ~KeptChildren();

  void Keep(int pid);
  void Reap(int pid);

 private:
  std::unordered_set<int> pids_;
};

}  // namespace nacd::hooks
