#include "hooks/raw_function.h"

#include "hooks/js.h"
#include "hooks/lasting.h"
#include "hooks/v8_symbols.h"
#include "hot.h"

namespace nacd::hooks {
namespace {

// How V8 hands over a call. kViews, to Node 24: pointers to its own values and to the arguments, and the number of
// these. kFrame, from Node 26 on: the stack itself, with the number first.
enum class Layout { kUnknown, kViews, kFrame };

constexpr size_t kViewsValues = 1;
constexpr size_t kViewsSize = 2;
constexpr size_t kViewsReturned = 3;  // of its own values
constexpr size_t kFrameReturned = 6;
constexpr size_t kFrameValues = 10;

// Set before the first function is made, and then never again.
Layout layout = Layout::kUnknown;

struct V8 {
  void* (*current_isolate)() = nullptr;
  void* (*current_context)(void* isolate) = nullptr;
  // (context, callback, data, length, whether it can be constructed, whether it has side effects)
  void* (*make)(void* context, RawCallback callback, void* data, int length, int constructor, int effects) = nullptr;

  V8() {
    constexpr char kNew[] =
        "_ZN2v88Function3NewENS_5LocalINS_7ContextEEEPFvRKNS_20FunctionCallbackInfoINS_5ValueEEEENS1_IS5_EEiNS_"
        "19ConstructorBehaviorENS_14SideEffectTypeE";
    constexpr char kNewSince26[] =
        "_ZN2v88Function3NewENS_5LocalINS_7ContextEEEPFvRKNS_20FunctionCallbackInfoINS_5ValueEEEENS1_INS_"
        "4DataEEEiNS_19ConstructorBehaviorENS_14SideEffectTypeE";
    Find("_ZN2v87Isolate10GetCurrentEv", &current_isolate);
    Find("_ZN2v87Isolate17GetCurrentContextEv", &current_context);
    if (!Find(kNew, &make)) Find(kNewSince26, &make);
  }

  bool complete() const { return current_isolate && current_context && make; }

  napi_value Make(RawCallback callback) const {
    constexpr int kAllow = 1;
    constexpr int kHasSideEffect = 0;
    void* context = current_context(current_isolate());
    return static_cast<napi_value>(make(context, callback, nullptr, 0, kAllow, kHasSideEffect));
  }
};

constexpr int32_t kHigh = 0x12345678;
constexpr int32_t kLow = 0x00abcdef;
constexpr uintptr_t kGiven = 3;  // those two and an object

bool AreGiven(const uintptr_t* values) {
  return static_cast<uint64_t>(values[0]) == static_cast<uint64_t>(kHigh) << 32 &&
         static_cast<uint64_t>(values[1]) == static_cast<uint64_t>(kLow) << 32;
}

bool IsOnStackAbove(const uintptr_t* place, const uintptr_t* info) {
  constexpr ptrdiff_t kReach = 4096;
  const ptrdiff_t bytes = reinterpret_cast<const char*>(place) - reinterpret_cast<const char*>(info);
  return bytes > 0 && bytes < kReach && reinterpret_cast<uintptr_t>(place) % sizeof(uintptr_t) == 0;
}

Layout LayoutOf(const uintptr_t* info) {
  if (info[0] == kGiven) return AreGiven(info + kFrameValues) ? Layout::kFrame : Layout::kUnknown;
  const auto* values = reinterpret_cast<const uintptr_t*>(info[kViewsValues]);
  if (static_cast<uint32_t>(info[kViewsSize]) != kGiven || !IsOnStackAbove(values, info)) return Layout::kUnknown;
  return AreGiven(values) ? Layout::kViews : Layout::kUnknown;
}

thread_local Layout learned = Layout::kUnknown;

// The first call: what is handed over is known, and so is what has to be returned.
void Learn(const uintptr_t* info) {
  learned = LayoutOf(info);
  if (learned == Layout::kFrame) const_cast<uintptr_t*>(info)[kFrameReturned] = info[kFrameValues + 2];
  if (learned != Layout::kViews) return;
  const auto* values = reinterpret_cast<const uintptr_t*>(info[kViewsValues]);
  reinterpret_cast<uintptr_t*>(info[0])[kViewsReturned] = values[2];
}

Layout LearnLayout(napi_env env, const V8& v8) {
  if (sizeof(uintptr_t) != sizeof(uint64_t) || !v8.complete() || !HandlesArePlaces(env)) return Layout::kUnknown;
  napi_value object = nullptr;
  napi_create_object(env, &object);
  napi_value function = v8.Make(Learn);
  if (!object || !function) return Layout::kUnknown;
  napi_value returned = Call(env, Undefined(env), function, std::array{Integer(env, kHigh), Integer(env, kLow), object});
  bool same = false;
  if (returned) napi_strict_equals(env, returned, object, &same);
  return same ? learned : Layout::kUnknown;
}

NACD_APART void Rethrow(napi_env env) {
  napi_value error = nullptr;
  napi_get_and_clear_last_exception(env, &error);
  napi_throw(env, error);
}

}  // namespace

RawFunction MakeRawFunction(napi_env env, RawCallback callback, void* data) {
  static const V8 v8;
  static const bool known = (layout = LearnLayout(env, v8)) != Layout::kUnknown;
  const auto address = reinterpret_cast<uintptr_t>(data);
  const uintptr_t high = address >> RawCall::kLowBits;
  if (!known || high > INT32_MAX) return {};
  const auto low = static_cast<int32_t>(address & ((uintptr_t{1} << RawCall::kLowBits) - 1));
  return {v8.Make(callback), {Integer(env, static_cast<int32_t>(high)), Integer(env, low)}};
}

NACD_HOT RawCall::RawCall(const uintptr_t* info) {
  if (layout == Layout::kViews) {
    values_ = reinterpret_cast<const uintptr_t*>(info[kViewsValues]);
    size_ = static_cast<uint32_t>(info[kViewsSize]);
    returned_ = reinterpret_cast<uintptr_t*>(info[0]) + kViewsReturned;
  } else {
    values_ = info + kFrameValues;
    size_ = info[0];
    returned_ = const_cast<uintptr_t*>(info) + kFrameReturned;
  }
}

NACD_HOT void RawCall::Return(napi_env env, napi_value result) const {
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (pending) return Rethrow(env);
  if (result) *returned_ = AddressOf(result);
}

}  // namespace nacd::hooks
