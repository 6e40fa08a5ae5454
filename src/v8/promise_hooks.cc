#include "v8/promise_hooks.h"

#include "v8/v8_symbols.h"

namespace nacd::v8access {
namespace {

// v8::Local: one pointer, handed over in a register, and the same as a napi_value (call_through.cc).
struct Handle {
  void* slot;
};

struct V8 {
  void* (*current_isolate)();
  Handle (*current_context)(void* isolate);
  void (*set_promise_hooks)(void* context, Handle init, Handle before, Handle after, Handle resolve);
};

}  // namespace

bool SetPromiseHooks(napi_value init, napi_value before, napi_value after) {
  V8 v8{};
  const bool complete =
      Find("_ZN2v87Isolate10GetCurrentEv", &v8.current_isolate) &&
      Find("_ZN2v87Isolate17GetCurrentContextEv", &v8.current_context) &&
      Find("_ZN2v87Context15SetPromiseHooksENS_5LocalINS_8FunctionEEES3_S3_S3_", &v8.set_promise_hooks);
  if (!complete) return false;
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): all of V8's functions are there.
  const Handle context = v8.current_context(v8.current_isolate());
  v8.set_promise_hooks(context.slot, Handle{init}, Handle{before}, Handle{after}, Handle{nullptr});
  return true;
}

}  // namespace nacd::v8access
