#include "v8/raw_function.h"

#include "hot.h"
#include "napi/js.h"
#include "v8/call_through.h"
#include "v8/v8_symbols.h"

namespace nacd::hooks {
namespace {

struct V8 {
  void* (*current_isolate)() = nullptr;
  // (context, callback, data, length, whether it can be constructed, whether it has side effects)
  void* (*make)(void* context, RawCallback callback, void* data, int length, int constructor, int effects) = nullptr;
  void* (*throw_exception)(void* isolate, void* value) = nullptr;
  bool (*is_terminating)(void* isolate) = nullptr;

  V8() {
    constexpr char kNew[] =
        "_ZN2v88Function3NewENS_5LocalINS_7ContextEEEPFvRKNS_20FunctionCallbackInfoINS_5ValueEEEENS1_IS5_EEiNS_"
        "19ConstructorBehaviorENS_14SideEffectTypeE";
    constexpr char kNewSince26[] =
        "_ZN2v88Function3NewENS_5LocalINS_7ContextEEEPFvRKNS_20FunctionCallbackInfoINS_5ValueEEEENS1_INS_"
        "4DataEEEiNS_19ConstructorBehaviorENS_14SideEffectTypeE";
    Find("_ZN2v87Isolate10GetCurrentEv", &current_isolate);
    Find("_ZN2v87Isolate14ThrowExceptionENS_5LocalINS_5ValueEEE", &throw_exception);
    Find("_ZN2v87Isolate22IsExecutionTerminatingEv", &is_terminating);
    if (!Find(kNew, &make)) Find(kNewSince26, &make);
  }

  bool complete() const { return current_isolate && make && throw_exception && is_terminating; }

  napi_value Make(RawCallback callback) const {
    constexpr int kAllow = 1;
    constexpr int kHasSideEffect = 0;
    napi_value context = CurrentContext();
    return context ? static_cast<napi_value>(make(context, callback, nullptr, 0, kAllow, kHasSideEffect)) : nullptr;
  }
};

const V8& TheV8() {
  static const V8 v8;
  return v8;
}

// What the first call is given: these and an object, which it has to return.
constexpr int32_t kHigh = 0x12345678;
constexpr int32_t kLow = 0x00abcdef;
constexpr uintptr_t kGiven = 3;

bool IsOnStackAbove(const uintptr_t* info, const void* place) {
  constexpr ptrdiff_t kReach = 16384;
  const ptrdiff_t bytes = static_cast<const char*>(place) - reinterpret_cast<const char*>(info);
  return bytes > 0 && bytes < kReach && bytes % static_cast<ptrdiff_t>(sizeof *info) == 0;
}

}  // namespace

// Whether this is the first call, taken for what it is.
bool RawCall::IsFirst(const uintptr_t* info) const {
  const bool readable = IsOnStackAbove(info, values_) && IsOnStackAbove(info, returned_);
  return readable && size_ == kGiven && SmallInteger(0) == kHigh && SmallInteger(1) == kLow;
}

void RawCall::Learn(const uintptr_t* info) {
  for (const Layout layout : {Layout::kFrame, Layout::kViews}) {
    const RawCall call(info, layout);
    if (!call.IsFirst(info)) continue;
    layout_ = layout;
    *call.returned_ = call.values_[kFirst];
    return;
  }
}

RawCall::Layout RawCall::Learned(napi_env env) {
  if (sizeof(uintptr_t) != sizeof(uint64_t) || !TheV8().complete() || !HandlesArePlaces(env)) return Layout::kUnknown;
  napi_value object = nullptr;
  napi_create_object(env, &object);
  napi_value function = TheV8().Make(Learn);
  if (!object || !function) return Layout::kUnknown;
  napi_value returned =
      Call(env, Undefined(env), function, std::array{Integer(env, kHigh), Integer(env, kLow), object});
  bool is_same = false;
  if (returned) napi_strict_equals(env, returned, object, &is_same);
  return is_same ? layout_ : Layout::kUnknown;
}

NACD_APART void RawCall::Throw(napi_env env) {
  napi_value error = nullptr;
  if (napi_get_and_clear_last_exception(env, &error) != napi_ok) return;
  // napi_throw() would have it thrown when a function of Node-API's own returns.
  void* isolate = TheV8().current_isolate();
  if (!TheV8().is_terminating(isolate)) TheV8().throw_exception(isolate, error);
}

RawFunction MakeRawFunction(napi_env env, RawCallback callback, void* data) {
  static const bool is_known = RawCall::Learned(env) != RawCall::Layout::kUnknown;
  const auto address = reinterpret_cast<uintptr_t>(data);
  const uintptr_t high = address >> RawCall::kLowBits;
  if (!is_known || high > INT32_MAX) return {};
  const auto low = static_cast<int32_t>(address & ((uintptr_t{1} << RawCall::kLowBits) - 1));
  return {TheV8().Make(callback), {Integer(env, static_cast<int32_t>(high)), Integer(env, low)}};
}

}  // namespace nacd::hooks
