#include "hooks/return_addresses.h"

#include <cstddef>
#include <utility>

#include "hooks/v8_symbols.h"

namespace nacd::hooks {
namespace {

// V8's v8::RegisterState and v8::SampleInfo. The second has grown over time, its first member has stayed.
struct Registers {
  void* pc;
  void* sp;
  void* fp;
  void* lr;
  void* callee_saved;
};
struct SampleInfo {
  size_t count;
  void* rest[31];
};

using OnGc = void (*)(void* isolate, int kind, int flags, void* data);

struct V8 {
  void* (*current_isolate)();
  void (*get_stack_sample)(void* isolate, const Registers& state, void** frames, size_t limit, SampleInfo* sample);
  void (*add_epilogue)(void* isolate, OnGc callback, void* data, int kinds);
  void (*remove_epilogue)(void* isolate, OnGc callback, void* data);
  bool complete;
};

V8 FindV8() {
  V8 v8{};
  v8.complete =
      Find("_ZN2v87Isolate10GetCurrentEv", &v8.current_isolate) &&
      Find("_ZN2v87Isolate14GetStackSampleERKNS_13RegisterStateEPPvmPNS_10SampleInfoE", &v8.get_stack_sample) &&
      Find("_ZN2v87Isolate21AddGCEpilogueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_S2_",
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

}  // namespace

ReturnAddresses::ReturnAddresses(std::function<void()> moved) : moved_(std::move(moved)) {
  if (!TheV8().complete) return;
  isolate_ = TheV8().current_isolate();
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): all of V8's functions are there.
  TheV8().add_epilogue(isolate_, OnCollected, this, kEvery);
}

ReturnAddresses::~ReturnAddresses() {
  if (isolate_) TheV8().remove_epilogue(isolate_, OnCollected, this);
}

void ReturnAddresses::OnCollected(void*, int kind, int, void* self) {
  if (kind & ~kYoung) static_cast<ReturnAddresses*>(self)->moved_();
}

size_t ReturnAddresses::Sample(uintptr_t* addresses, size_t count) const {
  SampleInfo sample;
  sample.count = 0;
  // V8 begins at the frame by which JavaScript called us, and wants of the registers only the bounds of the stack.
  void* here = __builtin_frame_address(0);
  const Registers state{reinterpret_cast<void*>(&OnCollected), here, here, nullptr, nullptr};
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): all of V8's functions are there, or there were no isolate.
  TheV8().get_stack_sample(isolate_, state, reinterpret_cast<void**>(addresses), count, &sample);
  return sample.count;
}

ReturnAddresses::Key ReturnAddresses::Read(size_t count) const {
  if (!isolate_) return {};
  uintptr_t addresses[kFar];
  const size_t size = Sample(addresses, count);
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
  if (Sample(&caller, 1) == 0 || builtins_.Contains(caller)) return Read(kNear).hash;
  return caller * 0x9e3779b97f4a7c15ULL;
}

}  // namespace nacd::hooks
