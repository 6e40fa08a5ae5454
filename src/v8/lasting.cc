#include "v8/lasting.h"

#include "v8/v8_symbols.h"

namespace nacd::hooks {
namespace {

// V8's functions by their mangled names. Node 20 takes the handle, later versions what is in it; the name tells.
struct V8 {
  void* (*current_isolate)() = nullptr;
  uintptr_t* (*globalize_handle)(void* isolate, uintptr_t* handle) = nullptr;
  uintptr_t* (*globalize)(void* isolate, uintptr_t object) = nullptr;

  V8() {
    Find("_ZN2v87Isolate10GetCurrentEv", &current_isolate);
    Find("_ZN2v812api_internal18GlobalizeReferenceEPNS_8internal7IsolateEPm", &globalize_handle);
    Find("_ZN2v812api_internal18GlobalizeReferenceEPNS_8internal7IsolateEm", &globalize);
  }

  // Returns the place of a new global handle; null where there is no way to make one.
  uintptr_t* Globalize(napi_value value) const {
    if (!current_isolate) return nullptr;
    if (globalize) return globalize(current_isolate(), AddressOf(value));
    return globalize_handle ? globalize_handle(current_isolate(), reinterpret_cast<uintptr_t*>(value)) : nullptr;
  }
};

napi_value GlobalOf(napi_env env, napi_value value) {
  static const V8 v8;
  if (!value || !HandlesArePlaces(env)) return nullptr;
  uintptr_t* place = v8.Globalize(value);
  return place && *place == AddressOf(value) ? reinterpret_cast<napi_value>(place) : nullptr;
}

}  // namespace

napi_value Lasting::Referred() const { return reference_.Value(); }

Lasting::Lasting(napi_env env, napi_value value) : place_(GlobalOf(env, value)) {
  if (!place_) reference_ = Reference(env, value);
}

}  // namespace nacd::hooks
