#include "v8/collections.h"

#include <utility>

#include "v8/stack_sample.h"
#include "v8/v8_symbols.h"

namespace nacd::v8access {
namespace {

using OnGc = void (*)(void* isolate, int kind, int flags, void* data);

struct EpilogueCalls {
  void (*add_epilogue)(void* isolate, OnGc callback, void* data, int kinds);
  void (*remove_epilogue)(void* isolate, OnGc callback, void* data);
  bool complete;
};

EpilogueCalls FindEpilogueCalls() {
  EpilogueCalls v8{};
  v8.complete = Find("_ZN2v87Isolate21AddGCEpilogueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_S2_",
                     &v8.add_epilogue) &&
                Find("_ZN2v87Isolate24RemoveGCEpilogueCallbackEPFvPS0_NS_6GCTypeENS_15GCCallbackFlagsEPvES4_",
                     &v8.remove_epilogue);
  return v8;
}

const EpilogueCalls& TheEpilogueCalls() {
  static const EpilogueCalls v8 = FindEpilogueCalls();
  return v8;
}

// Those of young objects, 1 and 2, move no code.
constexpr int kAllButYoung = 0x1f & ~(1 | 2);

}  // namespace

Collections::Collections(std::function<void()> moved) : moved_(std::move(moved)) {
  if (!TheEpilogueCalls().complete) return;
  isolate_ = SampledIsolate();
  if (!isolate_) return;
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): all of V8's functions are there.
  TheEpilogueCalls().add_epilogue(isolate_, OnEnd, this, kAllButYoung);
}

Collections::~Collections() {
  if (isolate_) TheEpilogueCalls().remove_epilogue(isolate_, OnEnd, this);
}

void Collections::OnEnd(void*, int, int, void* self) { static_cast<Collections*>(self)->moved_(); }

}  // namespace nacd::v8access
