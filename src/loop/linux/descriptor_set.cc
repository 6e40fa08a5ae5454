#include "loop/linux/descriptor_set.h"

#include <sys/mman.h>

#include <new>

namespace nacd::loop {
namespace {

constexpr size_t kBytes = DescriptorSet::kEnd / 8;

}  // namespace

DescriptorSet::DescriptorSet() {
  void* zeros = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (zeros == MAP_FAILED) throw std::bad_alloc();
  words_ = static_cast<std::atomic<uint64_t>*>(zeros);
}

DescriptorSet::~DescriptorSet() { munmap(words_, kBytes); }

void DescriptorSet::Add(int fd) {
  if (fd < 0 || fd >= kEnd) return;
  // Set the bit first and the marks after it: a reader that finds a mark then finds the bit, too.
  words_[fd / 64].fetch_or(uint64_t{1} << (fd % 64), std::memory_order_acq_rel);
  groups_[fd / 4096].fetch_or(uint64_t{1} << (fd / 64 % 64), std::memory_order_acq_rel);
  maybe_any_.store(true, std::memory_order_release);
}

bool DescriptorSet::Remove(int fd) {
  if (fd < 0 || fd >= kEnd) return false;
  const uint64_t bit = uint64_t{1} << (fd % 64);
  return (words_[fd / 64].fetch_and(~bit, std::memory_order_acq_rel) & bit) != 0;
}

}  // namespace nacd::loop
