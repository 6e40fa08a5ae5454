#include "hooks/sleepers.h"

#include "hooks/js.h"

namespace nacd::hooks {

napi_value Sleepers::Disguise(void* hook, napi_callback native, napi_value original, bool direct) {
  napi_value wrapper =
      Call(env_, Undefined(env_), glue_.disguiseAsleep.Value(), std::array{original, Boolean(env_, direct)});
  if (!IsFunction(env_, wrapper)) return nullptr;
  sleepers_.push_back({hook, native});
  return wrapper;
}

// trapOf(number) => the function that a proxy calls
napi_value Sleepers::TrapOf(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  uint32_t number = 0;
  napi_get_value_uint32(env, arguments[0], &number);
  const auto& sleepers = arguments.hook<Sleepers>()->sleepers_;
  if (number >= sleepers.size()) return nullptr;
  const Sleeper& sleeper = sleepers[number];
  napi_value trap = nullptr;
  napi_create_function(env, nullptr, 0, sleeper.native, sleeper.hook, &trap);
  return trap;
}

void Sleepers::Wake() {
  if (sleepers_.empty()) return;
  napi_value trap_of = nullptr;
  napi_create_function(env_, "trapOf", NAPI_AUTO_LENGTH, TrapOf, this, &trap_of);
  Call(env_, Undefined(env_), glue_.wake.Value(), std::array{trap_of});
  sleepers_.clear();
}

}  // namespace nacd::hooks
