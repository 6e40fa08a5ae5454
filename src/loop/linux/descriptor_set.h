// A set of descriptors that signal handlers may add to: lock-free, without allocation.
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>

namespace nacd::loop {

// All functions: any thread. Descriptors above Linux's default limit (fs.nr_open) are ignored.
class DescriptorSet {
 public:
  static constexpr int kEnd = 1 << 20;

  DescriptorSet();
  ~DescriptorSet();
  DescriptorSet(const DescriptorSet&) = delete;
  DescriptorSet& operator=(const DescriptorSet&) = delete;

  void Add(int fd);
  // Returns true if it was in the set.
  bool Remove(int fd);
  bool empty() const { return !maybe_any_.load(std::memory_order_acquire); }
  // Removes each descriptor and passes it to `visit`, which may add it again. One thread at a time.
  template <typename Visit>
  void Drain(Visit visit) {
    if (!maybe_any_.exchange(false, std::memory_order_acq_rel)) return;
    for (int group = 0; group < kGroups; group++) {
      // Most groups are empty, and exchanging each costs a microsecond. If one is filled now, maybe_any_ is set
      // afterwards.
      if (groups_[group].load(std::memory_order_acquire) == 0) continue;
      // Before the words: an addition during the reading marks its group again.
      for (uint64_t words = groups_[group].exchange(0, std::memory_order_acq_rel); words != 0; words &= words - 1) {
        DrainWord(group * 64 + std::countr_zero(words), visit);
      }
    }
  }

 private:
  static constexpr int kWords = kEnd / 64;
  static constexpr int kGroups = kWords / 64;

  template <typename Visit>
  void DrainWord(int word, Visit visit) {
    for (uint64_t bits = words_[word].exchange(0, std::memory_order_acq_rel); bits != 0; bits &= bits - 1) {
      visit(word * 64 + std::countr_zero(bits));
    }
  }

  std::atomic<uint64_t>* words_;  // mapped: unused pages cost nothing
  std::atomic<uint64_t> groups_[kGroups] = {};
  std::atomic<bool> maybe_any_{false};
};

}  // namespace nacd::loop
