// Methods by which Node hands input to an object (SO): a stream's push, a server handle's onconnection, a child
// process's onexit. The call waits in the object's connected queue, as if the system had been slower: all that follows
// from it (state, events, end) comes after it by construction.
#include "hooks/hook.h"
#include "hooks/object_operation.h"

namespace nacd::hooks {
namespace {

// Takes "_handle.onconnection" apart: the object that holds the last name, and that name.
napi_value HolderOf(napi_env env, napi_value object, const std::string& path, std::string* last) {
  size_t at = 0;
  for (size_t dot = path.find('.'); dot != std::string::npos; at = dot + 1, dot = path.find('.', at)) {
    object = Get(env, object, path.substr(at, dot - at).c_str());
    if (!IsObject(env, object)) return nullptr;
  }
  *last = path.substr(at);
  return object;
}

}  // namespace

napi_value OnSource(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  napi_value self = call.self();
  if (!environment->active() || !IsObject(env, self)) return CallOriginal(env, *hook, call);
  if (!environment->naming().Capture(hook->package).from_loop) return CallOriginal(env, *hook, call);
  if (IsCovered(*hook, self)) return CallOriginal(env, *hook, call);
  ObjectOperation push(*hook, self);
  const bool pauses = SharesConnection(*hook, self, &push.object());
  if (pauses) {
    push.DecidePause(hook->api, call.array());
    return push.CallNowThenPause(call);
  }
  push.Decide(hook->api, call.array());
  if (!push.Waits()) return push.CallNow(call);
  napi_value late =
      Call(env, Undefined(env), environment->glue().pushLater.Value(), std::array{hook->original.Value()});
  push.Hold({.function = late, .self = self, .arguments = call.array(), .cancellable = true});
  // As from a full buffer: the source stops until the stream asks again, which it does when it has got the chunk.
  return Boolean(env, false);
}

// deliver(owner, original, late, self, arguments): the native half of glue's watchHandler.
napi_value OnDeliver(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  Hook* hook = arguments.hook<Hook>();
  if (!hook->environment->active() || IsCovered(*hook, arguments[0])) {
    const std::array given{arguments[1], arguments[3], arguments[4]};
    return v8access::CallThrough(env, Undefined(env), hook->environment->glue().apply.Value(), given.size(),
                                 given.data());
  }
  ObjectOperation event(*hook, arguments[0]);
  event.Decide(hook->api, arguments[4]);
  if (event.Waits()) {
    // Never dropped: an accepted connection, for example, must be closed even if nobody wants it any more.
    event.Hold({.function = arguments[2], .self = arguments[3], .arguments = arguments[4]});
    return nullptr;
  }
  event.RecordRun();
  return hook->environment->Enter(event.Context(), arguments[1], arguments[3], arguments[4]);
}

// A call by the user is an operation of its own: operations that it starts are named after it.
napi_value CallAsUser(Hook& hook, const HookedCall& call) {
  Naming& naming = hook.environment->naming();
  const Callers callers = naming.Capture(hook.package);
  if (callers.internal || callers.from_loop) return CallOriginal(hook.environment->env(), hook, call);
  const std::string name = naming.NameCall(hook.api, {}, callers);
  hook.environment->scheduler().PassOn(name);
  return CallInContext(hook, {name, naming.IsMachinery(callers)}, callers.site, call);
}

napi_value OnHandle(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  napi_value owner = call.self();
  // A handle is watched in time for gates that are set later.
  const bool active = hook->environment->active();
  if (!(active || hook->environment->has_gates()) || !IsObject(env, owner)) return CallOriginal(env, *hook, call);
  napi_value result = active ? CallAsUser(*hook, call) : CallOriginal(env, *hook, call);
  if (!result) return nullptr;
  std::string handler;
  napi_value holder = HolderOf(env, owner, hook->property.handle, &handler);
  if (!holder || !IsFunction(env, Get(env, holder, handler.c_str()))) return result;
  hook->environment->naming().InfoOf(owner, hook->api);  // named after the call that runs now
  napi_value deliver = nullptr;
  napi_create_function(env, "deliver", NAPI_AUTO_LENGTH, OnDeliver, hook, &deliver);
  Call(env, Undefined(env), hook->environment->glue().watchHandler.Value(),
       std::array{owner, holder, String(env, handler), deliver});
  return result;
}

napi_value OnCancel(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  if (environment->queues().AnyPending() && IsObject(env, call.self())) {
    environment->queues().Cancel(environment->naming().InfoOf(call.self(), hook->api)->id);
  }
  return CallOriginal(env, *hook, call);
}

}  // namespace nacd::hooks
