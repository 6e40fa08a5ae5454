#include "v8/call_through.h"

#include "hot.h"
#include "v8/v8_symbols.h"

namespace nacd::v8access {
namespace {

// v8::Local and v8::MaybeLocal: one pointer each, handed over in a register, and the same as a napi_value, which Node
// asserts when it is built.
struct Handle {
  void* slot;
};

// V8's functions by their mangled names, exported by all versions of Node from 20 to 26. Null in one that lacks them.
struct FunctionCalls {
  void* (*current_isolate)() = nullptr;
  Handle (*current_context)(void* isolate) = nullptr;
  Handle (*call)(void* function, Handle context, Handle self, int count, Handle* arguments) = nullptr;

  FunctionCalls() {
    Find("_ZN2v87Isolate10GetCurrentEv", &current_isolate);
    Find("_ZN2v87Isolate17GetCurrentContextEv", &current_context);
    Find("_ZN2v88Function4CallENS_5LocalINS_7ContextEEENS1_INS_5ValueEEEiPS5_", &call);
  }

  bool complete() const { return current_isolate && current_context && call; }
};

const FunctionCalls& TheFunctionCalls() {
  static const FunctionCalls v8;
  return v8;
}

}  // namespace

NACD_HOT napi_value CallThrough(napi_env env, napi_value self, napi_value function, size_t count,
                                const napi_value* arguments) {
  const FunctionCalls& v8 = TheFunctionCalls();
  if (!v8.complete()) {
    napi_value result = nullptr;
    napi_call_function(env, self, function, count, arguments, &result);
    return result;
  }
  auto* given = reinterpret_cast<Handle*>(const_cast<napi_value*>(arguments));
  const Handle context = v8.current_context(v8.current_isolate());
  const Handle result = v8.call(function, context, Handle{self}, static_cast<int>(count), given);
  return static_cast<napi_value>(result.slot);
}

}  // namespace nacd::v8access
