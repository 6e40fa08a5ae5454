#include "hooks/return_addresses.h"

#include <cstddef>
#include <utility>

#include "hooks/stack_sample.h"
#include "hooks/v8_symbols.h"

namespace nacd::hooks {
namespace {

using OnGc = void (*)(void* isolate, int kind, int flags, void* data);

struct V8 {
  void (*add_epilogue)(void* isolate, OnGc callback, void* data, int kinds);
  void (*remove_epilogue)(void* isolate, OnGc callback, void* data);
  bool complete;
};

V8 FindV8() {
  V8 v8{};
  v8.complete = Find("_ZN2v87Isolate21AddGCEpilogueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_S2_",
                     &v8.add_epilogue) &&
                Find("_ZN2v87Isolate24RemoveGCEpilogueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_",
                     &v8.remove_epilogue);
  return v8;
}

const V8& TheV8() {
  static const V8 v8 = FindV8();
  return v8;
}

// Collections of young objects, which code and bytecode are not.
constexpr int kYoung = 1 | 2;
constexpr int kEvery = 0x1f;

uint64_t KeyOf(uintptr_t caller) { return caller * 0x9e3779b97f4a7c15ULL; }

}  // namespace

ReturnAddresses::ReturnAddresses(std::function<void()> moved) : moved_(std::move(moved)) {
  if (!TheV8().complete) return;
  isolate_ = SampledIsolate();
  if (!isolate_) return;
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): all of V8's functions are there.
  TheV8().add_epilogue(isolate_, OnCollected, this, kEvery);
}

ReturnAddresses::~ReturnAddresses() {
  if (isolate_) TheV8().remove_epilogue(isolate_, OnCollected, this);
}

void ReturnAddresses::OnCollected(void*, int kind, int, void* self) {
  if (kind & ~kYoung) static_cast<ReturnAddresses*>(self)->moved_();
}

ReturnAddresses::Key ReturnAddresses::Read(size_t count) const {
  if (!isolate_) return {};
  uintptr_t addresses[kFar];
  const size_t size = SampleStack(isolate_, addresses, count);
  if (size == 0) return {};
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (size_t i = 0; i < size; i++) {
    hash = (hash ^ addresses[i]) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  return {hash, size < count};
}

uint64_t ReturnAddresses::ReadNear() {
  if (!isolate_) return 0;
  if (++reads_ == kWorthLearning) builtins_.Learn(isolate_);
  uintptr_t caller = 0;
  // Where a builtin called, which place in the code it is is told by what called that.
  if (SampleStack(isolate_, &caller, 1) == 0 || builtins_.Contains(caller)) return Read(kNear).hash;
  exit_frame_.Learn(isolate_, caller);
  return KeyOf(caller);
}

uint64_t ReturnAddresses::Glance() const {
  const uintptr_t caller = exit_frame_.Caller();
  return caller == 0 ? 0 : KeyOf(caller);
}

}  // namespace nacd::hooks
