// Functions that take a callback (CB), return a promise (RP) or an async object (RO), or whose callback gets async
// objects (CO). NACD, sections 3.1 and 3.2: "callback", "registration" and "promise" delays.
#include "hooks/hook.h"
#include "hooks/install.h"
#include "hot.h"
#include "loop/helpers.h"

namespace nacd::hooks {
namespace {

using model::Pattern;
using schedule::Decision;
using schedule::Phase;

int CallbackIndex(napi_env env, const Hook& hook, const HookedCall& call) {
  if (!(hook.property.patterns & (Pattern::kSimpleCallback | Pattern::kCallbackObject))) return -1;
  const int count = static_cast<int>(call.size());
  if (hook.property.callback_argument >= 0) {
    const int index = hook.property.callback_argument;
    return index < count && IsFunction(env, call[index]) ? index : -1;
  }
  for (int i = count - 1; i >= 0; i--) {
    if (IsFunction(env, call[i])) return i;
  }
  return -1;
}

std::string_view SubjectOf(Environment* environment, const HookedCall& call) {
  return call.size() == 0 ? std::string_view() : environment->naming().SubjectOf(call[0]);
}

// One call of a hooked function that is the user's own.
class UserCall {
 public:
  UserCall(Environment* environment, Hook* hook, const HookedCall& call, const Callers& callers)
      : environment_(*environment),
        env_(environment->env()),
        hook_(*hook),
        call_(call),
        site_(callers.site),
        site_number_(callers.site_number),
        machinery_(environment->naming().IsMachinery(callers)),
        memory_(environment->naming().Lend()),
        name_(environment->naming().NameCall(hook->api, SubjectOf(environment, call), callers, &memory_)) {
    if (hook->property.connected_callbacks && IsObject(env_, call.self())) {
      object_ = environment->naming().InfoOf(call.self(), hook->api)->id;
    }
  }

  ~UserCall() { environment_.naming().TakeBack(std::move(memory_)); }

  napi_value Run() {
    const int callback = CallbackIndex(env_, hook_, call_);
    const bool promise = (hook_.property.patterns & Pattern::kReturnedPromise) != 0;
    Decision start;
    const bool may_start_late = hook_.property.postpone_action && environment_.scheduler().may_delay();
    if (may_start_late && (callback >= 0 || promise)) start = DecideStart(callback);
    if (environment_.scheduler().gates().any() && !start.delay) StartsNow();
    if (callback >= 0 && !WrapCallback(callback)) return nullptr;
    if (start.delay) return Postpone(start, promise);
    if (promise) {
      environment_.scheduler().Announce(name_);
    } else if (callback < 0) {
      environment_.scheduler().PassOn(name_);
    }
    // If the call only leads to a callback of the user, that callback enters the context by itself.
    napi_value result = OnlyCallsBack(callback) && !hook_.property.covers
                            ? CallNamed(hook_, Called(), call_)
                            : CallInContext(hook_, Called(), site_, call_);
    if (!result) return nullptr;
    return Returned(result, promise);
  }

 private:
  schedule::Operation Named(Phase phase) const {
    return {.name = name_,
            .phase = phase,
            .api = hook_.api,
            .site = site_,
            .object = object_,
            .details = Details(),
            .machinery = machinery_};
  }
  // For what records that the operation runs.
  napi_value Note() const {
    const bool unrecorded = machinery_ && !environment_.has_gates();
    return unrecorded ? Undefined(env_) : environment_.NoteOf(name_);
  }
  schedule::Scheduler::Call Called() const { return {name_, machinery_}; }

  std::string_view Details() const {
    if (environment_.scheduler().gates().asks_details() && details_.empty()) ReadDetails();
    return details_;
  }

  NACD_APART void ReadDetails() const { details_ = environment_.DetailsOf(call_.array()); }

  // A start that is not delayed has no decision that is carried out, but gates may wait for it.
  NACD_APART void StartsNow() {
    schedule::Gates& gates = environment_.scheduler().gates();
    const bool is_known = hook_.property.postpone_action;
    if (!is_known)
      gates.Refuse(gates.Expect(Named(Phase::kRegistration)), "the start of such a call cannot be delayed");
    gates.Ran(name_, Phase::kRegistration);
  }

  bool OnlyCallsBack(int callback) const {
    constexpr unsigned kMore =
        Pattern::kReturnedObject | Pattern::kReturnedPromise | Pattern::kCallbackObject | Pattern::kObjectCreation;
    return callback >= 0 && !(hook_.property.patterns & kMore) && hook_.property.returned_object.empty();
  }

  // The start is only delayed if the call cannot throw at once any more: an argument error must stay synchronous.
  NACD_APART Decision DecideStart(int callback) {
    const schedule::Operation start = Named(Phase::kRegistration);
    Decision decision = environment_.decisions().Choose(start);
    if (decision.delay && !MayPostpone(callback)) {
      environment_.scheduler().gates().Refuse(decision.ticket,
                                              "this call might throw at once, so its start cannot be delayed");
      decision = {};
    }
    if (decision.delay) environment_.scheduler().Record(start, decision);
    return decision;
  }

  NACD_APART bool MayPostpone(int callback) {
    return IsTrue(env_, Ask(env_, environment_.glue().canPostpone.Value(),
                            std::array{hook_.original.Value(), call_.array(), Number(env_, callback),
                                       String(env_, hook_.property.arguments)}));
  }

  // False where JavaScript has thrown: its stack may be full.
  bool WrapCallback(int index) {
    napi_value callback = call_[index];
    // Built-in classes are hooked on their prototypes: there a listener is left as it is.
    const bool shows_objects = (hook_.property.patterns & Pattern::kCallbackObject) && !hook_.package.empty();
    if (shows_objects) callback = WatchArguments(hook_, callback);
    if (!callback) return false;
    if (hook_.property.patterns & Pattern::kSimpleCallback) callback = Enclose(callback);
    if (callback) call_.Set(index, callback);
    return callback != nullptr;
  }

  // The callback, as it runs in the operation's context and after its delay. Null where JavaScript has thrown.
  napi_value Enclose(napi_value callback) {
    const Decision decision = environment_.decisions().Decide(Named(Phase::kCallback));
    const bool late = decision.delay || object_ != 0;
    const bool early = machinery_ && environment_.naming().waits_for_program() && !environment_.has_gates();
    if (early && !late) return callback;
    napi_value nothing = Undefined(env_);
    napi_value context = early ? nothing : environment_.naming().ContextOf(name_, site_number_, false, machinery_);
    return Call(env_, nothing, environment_.glue().wrapCallback.Value(),
                std::array{callback, context, Note(), Integer(env_, static_cast<int>(Phase::kCallback)),
                           late ? WaitOrNone(decision) : nothing, late ? Id() : nothing});
  }

  NACD_APART napi_value Postpone(const Decision& start, bool promise) {
    napi_value started = environment_.Noted(hook_.original.Value(), name_, Phase::kRegistration);
    const std::array arguments{WaitOf(env_, start), started, call_.self(), call_.array(), Boolean(env_, promise)};
    // The context is entered first, so that the late call runs inside its own naming context.
    napi_value result =
        environment_.Enter(environment_.naming().ContextOf(name_, site_number_, false, machinery_),
                           environment_.glue().postpone.Value(), Undefined(env_), ToArray(env_, arguments));
    return promise && result ? Returned(result, true) : nullptr;
  }

  napi_value Returned(napi_value result, bool promise) {
    if (!hook_.property.returned_object.empty()) result = WatchResult(hook_, result, promise);
    const bool made = (hook_.property.patterns & Pattern::kReturnedObject) != 0;
    return made || promise ? ReturnedObject(result, made, promise) : result;
  }

  NACD_APART napi_value ReturnedObject(napi_value result, bool made, bool promise) {
    if (!IsObject(env_, result)) return result;
    // Seen here, an object is named after the call that made it.
    if (made) environment_.naming().InfoOf(result, hook_.api);
    if (!promise) return result;
    const Decision decision = environment_.decisions().Decide(Named(Phase::kPromise));
    if (!decision.delay && object_ == 0 && !environment_.scheduler().watching()) return result;
    // An abort ends the wait at once, as it would end the call.
    napi_value given = hook_.property.covers ? call_.array() : Undefined(env_);
    return Call(env_, Undefined(env_), environment_.glue().delayPromise.Value(),
                std::array{result, WaitOrNone(decision), Id(), Note(), Integer(env_, static_cast<int>(Phase::kPromise)),
                           given});
  }

  napi_value WaitOrNone(const Decision& decision) const {
    return decision.delay ? WaitOf(env_, decision) : Undefined(env_);
  }
  napi_value Id() const { return Number(env_, static_cast<double>(object_)); }

  Environment& environment_;
  napi_env env_;
  Hook& hook_;
  const HookedCall& call_;
  std::string_view site_;
  uint32_t site_number_;
  bool machinery_;
  std::string memory_;  // where the name lies
  std::string_view name_;
  mutable std::string details_;
  uint64_t object_ = 0;  // connected callbacks: the object whose order they keep
};

// Node calls the function for itself.
NACD_APART napi_value CalledInternally(napi_env env, Hook* hook, const HookedCall& call) {
  napi_value result = CallOriginal(env, *hook, call);
  // An object that Node makes for itself may be the first of its class (FileHandle.readLines makes a fs.ReadStream).
  const bool made = result && hook->property.patterns & Pattern::kReturnedObject;
  return made ? WatchResult(*hook, result, false) : result;
}

// No gate is set now, but a later one may be about the object that the call makes: it is named after this call.
NACD_APART napi_value CalledBeforeGates(napi_env env, Hook* hook, const HookedCall& call) {
  napi_value result = CallOriginal(env, *hook, call);
  if (!hook->environment->has_gates() || !(hook->property.patterns & Pattern::kReturnedObject)) return result;
  if (!IsObject(env, result) || hook->environment->naming().Capture(hook->package).internal) return result;
  hook->environment->naming().InfoOf(result, hook->api);
  return hook->property.returned_object.empty() ? result : WatchResult(*hook, result, false);
}

// With a module that is compiled, V8 makes the instance at once: nothing but promises comes before it.
NACD_APART bool HasModule(napi_env env, const HookedCall& call) {
  if (call.size() == 0 || !IsObject(env, call[0])) return false;
  napi_value global;
  napi_get_global(env, &global);
  bool is_module = false;
  napi_instanceof(env, call[0], Get(env, Get(env, global, "WebAssembly"), "Module"), &is_module);
  return is_module;
}

NACD_HOT napi_value Called(napi_env env, const HookedCall& call) {
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  if (!environment->active()) return CalledBeforeGates(env, hook, call);
  if (hook->compiles_in_pieces) loop::MayCompile();
  if (hook->may_have_module && HasModule(env, call)) return CallOriginal(env, *hook, call);
  if (hook->property.received && !environment->naming().Knows(call.self())) return CallOriginal(env, *hook, call);
  const Callers callers = environment->naming().Capture(hook->package);
  if (callers.internal) return CalledInternally(env, hook, call);
  return UserCall(environment, hook, call, callers).Run();
}

}  // namespace

napi_value OnCall(napi_env env, napi_callback_info info) { return Called(env, HookedCall(env, info)); }

NACD_HOT napi_value OnDirectCall(napi_env env, napi_callback_info info) {
  return Called(env, HookedCall(env, info, HookedCall::Direct()));
}

}  // namespace nacd::hooks
