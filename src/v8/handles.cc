#include "v8/handles.h"

namespace nacd::hooks {
namespace {

napi_value MakeText(napi_env env) {
  napi_value text = nullptr;
  napi_create_string_latin1(env, "", 0, &text);
  return text;
}

bool IsAligned(napi_value value) { return value && reinterpret_cast<uintptr_t>(value) % alignof(uintptr_t) == 0; }

}  // namespace

bool HandlesArePlaces(napi_env env) {
  static const bool are = IsAligned(MakeText(env));
  return are;
}

}  // namespace nacd::hooks
