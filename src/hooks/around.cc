#include "hooks/around.h"

#include <vector>

#include "hooks/hooked_call.h"
#include "hooks/js.h"
#include "v8/call_through.h"

namespace nacd::hooks {
namespace {

struct Surroundings {
  Reference original;
  Reference before;
  Reference after;
};

napi_value OnCallAround(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  const auto* around = call.hook<Surroundings>();
  std::vector<napi_value> arguments;
  for (size_t i = 0; i < call.size(); i++) arguments.push_back(call[i]);
  napi_value before = around->before.Value();
  napi_value function = around->original.Value();
  if (IsFunction(env, before)) {
    napi_value other = Call(env, Undefined(env), before, arguments.size(), arguments.data());
    if (!other) return nullptr;
    if (IsFunction(env, other)) function = other;
  }
  napi_value result = v8access::CallThrough(env, call.self(), function, arguments.size(), arguments.data());
  napi_value after = around->after.Value();
  if (!result || !IsFunction(env, after)) return result;
  arguments.insert(arguments.begin(), result);
  return Call(env, Undefined(env), after, arguments.size(), arguments.data()) ? result : nullptr;
}

}  // namespace

Napi::Value Around(const Napi::CallbackInfo& info) {
  napi_env env = info.Env();
  // A reference to undefined can't be had: an object that is no function stands for it.
  const auto reference = [env](const Napi::Value& value) {
    return Reference(env, value.IsFunction() ? static_cast<napi_value>(value) : Napi::Object::New(env));
  };
  auto* around = new Surroundings{reference(info[0]), reference(info[1]), reference(info[2])};
  napi_add_env_cleanup_hook(
      env, [](void* data) { delete static_cast<Surroundings*>(data); }, around);
  napi_value function = nullptr;
  napi_create_function(env, nullptr, 0, OnCallAround, around, &function);
  return {env, function};
}

}  // namespace nacd::hooks
