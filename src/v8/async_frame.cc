#include "v8/async_frame.h"

#include "napi/js.h"
#include "v8/v8_symbols.h"

namespace nacd::hooks {
namespace {

// Where V8 keeps what only its embedder should call; null where there is no such place. Handles: see call_through.cc.
napi_value Extras() {
  void* (*current_isolate)() = nullptr;
  void* (*current_context)(void* isolate) = nullptr;
  void* (*extras)(void* context) = nullptr;
  const bool complete = Find("_ZN2v87Isolate10GetCurrentEv", &current_isolate) &&
                        Find("_ZN2v87Isolate17GetCurrentContextEv", &current_context) &&
                        Find("_ZN2v87Context22GetExtrasBindingObjectEv", &extras);
  return complete ? static_cast<napi_value>(extras(current_context(current_isolate()))) : nullptr;
}

}  // namespace

napi_value AsyncFrameAccess(napi_env env) {
  napi_value extras = Extras();
  if (!extras) return Undefined(env);
  napi_value get = Get(env, extras, "getContinuationPreservedEmbedderData");
  napi_value set = Get(env, extras, "setContinuationPreservedEmbedderData");
  if (!IsFunction(env, get) || !IsFunction(env, set)) return Undefined(env);
  napi_value access = nullptr;
  napi_create_object(env, &access);
  napi_set_named_property(env, access, "get", get);
  napi_set_named_property(env, access, "set", set);
  return access;
}

}  // namespace nacd::hooks
