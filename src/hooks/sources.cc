// Methods by which Node hands an object what came in (SO): a stream's push, a server handle's onconnection, a child
// process's onexit. The call waits in the object's connected queue, as if the system had been slower: everything that
// follows from it (state, events, end) comes after it by construction.
#include "hooks/hook.h"

namespace nacd::hooks {
namespace {

using schedule::Decision;

// What came in for an object, on its way to it.
class Delivery {
 public:
  Delivery(const Hook& hook, napi_value owner, napi_value arguments, bool pauses = false) : hook_(hook) {
    Environment& environment = *hook.environment;
    object_ = environment.naming().InfoOf(owner, hook.api);
    name_ = environment.naming().NameEvent(hook.api, object_);
    const std::string details = environment.DetailsOf(arguments);
    const schedule::Operation operation{.name = name_,
                                        .phase = schedule::Phase::kEvent,
                                        .api = hook.api,
                                        .site = object_->site,
                                        .object = object_->id,
                                        .details = details};
    decision_ = pauses ? DecidePause(&environment, owner, operation) : environment.Decide(operation);
  }

  // Whether it has to wait, for its own delay or for what came before it.
  bool Waits() const { return decision_.delay || hook_.environment->queues().Pending(object_->id); }
  void Wait(napi_value function, napi_value self, napi_value arguments, bool cancellable) const {
    hook_.environment->Park({.function = function,
                             .self = self,
                             .arguments = arguments,
                             .decision = decision_,
                             .object = object_->id,
                             .cancellable = cancellable,
                             .context = Context(),
                             .before = RecordRun()});
  }
  napi_value Context() const { return hook_.environment->naming().ContextOf(name_, object_->site); }
  std::function<void()> RecordRun() const {
    return [environment = hook_.environment, name = name_] {
      environment->scheduler().RecordRun(name, schedule::Phase::kEvent);
    };
  }
  napi_value Now(const HookedCall& call) const {
    RecordRun()();
    return CallInContext(hook_, name_, object_->site, call);
  }
  // Where more than data comes by the same way (a TLS socket's alerts, an HTTP/2 session's frames) and would overtake
  // what waits: this comes now, and for the time of the delay nothing more is read from the system.
  napi_value NowThenPause(const HookedCall& call) const {
    if (!decision_.delay) return Now(call);
    napi_value result = CallInContext(hook_, name_, object_->site, call);
    if (result) PauseReading(hook_.environment, call.self(), decision_, name_);
    return result;
  }

 private:
  const Hook& hook_;
  ObjectInfo* object_;
  std::string name_;
  Decision decision_;
};

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
  const bool pauses = SharesConnection(*hook, self);
  const Delivery delivery(*hook, self, call.array(), pauses);
  if (pauses) return delivery.NowThenPause(call);
  if (!delivery.Waits()) return delivery.Now(call);
  napi_value late =
      Call(env, Undefined(env), environment->glue().pushLater.Value(), std::array{hook->original.Value()});
  delivery.Wait(late, self, call.array(), true);
  // As from a full buffer: the source stops until the stream asks again, which it does when it has got the chunk.
  return Boolean(env, false);
}

// deliver(owner, original, late, self, arguments): the native half of glue's watchHandler.
napi_value OnDeliver(napi_env env, napi_callback_info info) {
  Arguments arguments(env, info);
  Hook* hook = arguments.hook<Hook>();
  if (!hook->environment->active() || IsCovered(*hook, arguments[0])) {
    const std::array given{arguments[1], arguments[3], arguments[4]};
    return CallThrough(env, Undefined(env), hook->environment->glue().apply.Value(), given.size(), given.data());
  }
  const Delivery delivery(*hook, arguments[0], arguments[4]);
  if (delivery.Waits()) {
    // Never dropped: an accepted connection, say, must be closed where nobody wants it any more.
    delivery.Wait(arguments[2], arguments[3], arguments[4], false);
    return nullptr;
  }
  delivery.RecordRun()();
  return hook->environment->Enter(delivery.Context(), arguments[1], arguments[3], arguments[4]);
}

// A call of the user's own is an operation of its own: what it starts is named after it.
napi_value CallAsUser(Hook& hook, const HookedCall& call) {
  Naming& naming = hook.environment->naming();
  const Callers callers = naming.Capture(hook.package);
  if (callers.internal || callers.from_loop) return CallOriginal(hook.environment->env(), hook, call);
  const std::string name = naming.NameCall(hook.api, {}, callers);
  hook.environment->scheduler().PassOn(name);
  return CallInContext(hook, name, callers.site, call);
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
