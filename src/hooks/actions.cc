// Methods by which Node starts a stream's work (AC): _read, _write, _writev, _final, _transform, _flush. The start is
// delayed and the stream's own machinery waits, so all that follows keeps its order. NACD, section 3.1, "Streams".
#include "hooks/hook.h"
#include "hooks/object_operation.h"

namespace nacd::hooks {
namespace {

using schedule::Phase;

// The work starts later; the stream's own machinery waits for it.
napi_value DelayStart(const Hook& hook, const ObjectOperation& action, const HookedCall& call) {
  Environment* environment = hook.environment;
  napi_env env = environment->env();
  const bool connected = hook.property.connected_callbacks;
  if (!(connected ? action.Waits() : action.decision().delay)) return action.CallNow(call);
  // In a queue, closing comes behind: earlier requests are still wanted.
  napi_value late = hook.original.Value();
  if (!connected) {
    late = Call(env, Undefined(env), environment->glue().startLater.Value(),
                std::array{late, String(env, hook.property.name)});
  }
  if (!late) return nullptr;
  action.Hold({.function = late, .self = call.self(), .arguments = call.array(), .in_order = connected});
  return nullptr;
}

// The work starts at once and is done later. For streams where the program could read that a start is late. In the
// object's order: the answer to written data cannot be read before the write is done.
napi_value DelayCallback(const Hook& hook, const ObjectOperation& action, const HookedCall& call) {
  Environment* environment = hook.environment;
  napi_env env = environment->env();
  const size_t last = call.size();
  if (last == 0 || !IsFunction(env, call[last - 1])) return CallOriginal(env, hook, call);
  if (!action.decision().delay && !environment->scheduler().gates().any()) return CallOriginal(env, hook, call);
  napi_value done = environment->Noted(call[last - 1], action.name(), Phase::kAction);
  if (action.decision().delay) {
    done = Call(env, Undefined(env), environment->glue().delayCallback.Value(),
                std::array{done, WaitOf(env, action.decision()), Number(env, static_cast<double>(action.object().id))});
  }
  call.Set(last - 1, done);
  return CallOriginal(env, hook, call);
}

// Standard output and error, and terminals, are written synchronously; delayed text would be lost at process.exit().
// Node says which these are before anything is written there.
bool Prints(napi_env env, napi_value stream, ObjectInfo* info) {
  if (!info->prints) info->prints = IsTrue(env, Get(env, stream, "_isStdio")) || IsTrue(env, Get(env, stream, "isTTY"));
  return *info->prints;
}

}  // namespace

// A stream's constructor looks for _construct(), which Node calls in a later turn: no caller is on the stack then.
napi_value OnMade(napi_env env, napi_callback_info info) {
  Arguments<1> arguments(env, info);
  Environment* environment = arguments.hook<Hook>()->environment;
  if (environment->active() && IsObject(env, arguments[0])) environment->naming().NoteMade(arguments[0]);
  return nullptr;
}

napi_value OnAction(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  napi_value self = call.self();
  if (!environment->active() || !IsObject(env, self)) return CallOriginal(env, *hook, call);
  ObjectOperation action(*hook, self, Phase::kAction);
  if (Prints(env, self, &action.object()) || IsCovered(*hook, self)) return CallOriginal(env, *hook, call);
  const bool pauses = SharesConnection(*hook, self, &action.object());
  if (pauses) {
    action.DecidePause(hook->api, nullptr);
    return action.CallNowThenPause(call);
  }
  action.Decide(hook->api, nullptr);
  const bool calls_back = (hook->property.patterns & model::Pattern::kSimpleCallback) != 0;
  return calls_back ? DelayCallback(*hook, action, call) : DelayStart(*hook, action, call);
}

}  // namespace nacd::hooks
