#include "v8/return_addresses.h"

#include <cstddef>

#include "hot.h"
#include "v8/stack_sample.h"

namespace nacd::v8access {

ReturnAddresses::ReturnAddresses(const Collections& collections)
    : isolate_(collections.watched() ? SampledIsolate() : nullptr) {}

ReturnAddresses::Key ReturnAddresses::Read(size_t count) const {
  if (!isolate_) return {};
  uintptr_t addresses[kMost];
  const size_t size = SampleStack(isolate_, addresses, count);
  if (size == 0) return {};
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ addresses[i]) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return {hash, size < count};
}

size_t ReturnAddresses::CountOf(size_t frames) const {
  if (!isolate_) return 0;
  uintptr_t addresses[kMost];
  const size_t size = SampleStack(isolate_, addresses, kMost);
  size_t count = 0;
  for (size_t i = 0; i < size; i++) {
    if (IsJavaScript(isolate_, addresses[i]) && ++count == frames) return i + 1;
  }
  return size > 0 && size < kMost ? kMost : 0;
}

size_t ReturnAddresses::CountIn(const FramePointers& frames, size_t count) const {
  if (!isolate_) return 0;
  uintptr_t addresses[kMost];
  const size_t size = SampleStack(isolate_, addresses, count);
  return frames.Covers(addresses, size);
}

}  // namespace nacd::v8access
