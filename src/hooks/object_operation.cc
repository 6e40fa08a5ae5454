#include "hooks/object_operation.h"

namespace nacd::hooks {
namespace {

using schedule::Phase;

void Record(Environment* environment, const std::string& name, Phase phase, bool machinery) {
  if (!name.empty()) environment->scheduler().RecordRun(name, phase, machinery);
}

}  // namespace

ObjectOperation::ObjectOperation(const Hook& hook, napi_value owner, Phase phase)
    : hook_(hook),
      environment_(*hook.environment),
      owner_(owner),
      phase_(phase),
      object_(environment_.naming().InfoOf(owner, hook.api)) {}

schedule::Operation ObjectOperation::Named(std::string_view api, napi_value arguments) {
  name_ = environment_.naming().NameEvent(api, object_);
  if (arguments) details_ = environment_.DetailsOf(arguments);
  return {.name = name_,
          .phase = phase_,
          .api = api,
          .site = object_->site,
          .object = object_->id,
          .details = details_,
          .machinery = object_->machinery};
}

void ObjectOperation::Decide(std::string_view api, napi_value arguments) {
  decision_ = environment_.decisions().Decide(Named(api, arguments));
}

bool ObjectOperation::CanPause() const {
  napi_env env = environment_.env();
  return IsTrue(env, Call(env, Undefined(env), environment_.glue().canPause.Value(), std::array{owner_}));
}

void ObjectOperation::DecidePause(std::string_view api, napi_value arguments) {
  const schedule::Operation operation = Named(api, arguments);
  decision_ = environment_.decisions().Choose(operation);
  if (decision_.delay && !CanPause()) decision_ = {};
  environment_.scheduler().Record(operation, decision_);
}

bool ObjectOperation::IsBehind() const { return environment_.queues().Pending(object_->id); }

napi_value ObjectOperation::Context() const {
  return name_.empty() ? nullptr : environment_.naming().ContextOf(name_, object_->site, false, object_->machinery);
}

void ObjectOperation::Hold(const HeldCall& call) const {
  schedule::Decision decision = decision_;
  decision.delay = decision.delay || !call.in_order;
  environment_.calls().Park({.function = call.function,
                             .self = call.self,
                             .arguments = call.arguments,
                             .decision = decision,
                             .object = call.in_order ? object_->id : 0,
                             .cancellable = call.cancellable,
                             // Node starts a stream's work in the context that the work belongs to.
                             .context = phase_ == Phase::kEvent ? Context() : nullptr,
                             .before = [environment = &environment_, name = name_, phase = phase_, first = call.first,
                                        machinery = object_->machinery] {
                               if (first) first(environment);
                               Record(environment, name, phase, machinery);
                             }});
}

void ObjectOperation::RecordRun() const {
  if (phase_ == Phase::kEvent) {
    Record(&environment_, name_, phase_, object_->machinery);
  } else {
    // The trace has no run of an action that is not delayed, but gates may wait for it.
    environment_.scheduler().gates().Ran(name_, phase_);
  }
}

napi_value ObjectOperation::CallNow(const HookedCall& call) const {
  if (name_.empty()) return CallOriginal(environment_.env(), hook_, call);
  RecordRun();
  // The worker pool's tasks of a file's stream are the stream's own, not those of the operation that made it.
  const schedule::Scheduler::Call named{name_, object_->machinery};
  return phase_ == Phase::kEvent ? CallInContext(hook_, named, object_->site, call) : CallNamed(hook_, named, call);
}

napi_value ObjectOperation::CallNowThenPause(const HookedCall& call) const {
  if (!decision_.delay) RecordRun();
  napi_value result = phase_ == Phase::kEvent ? CallInContext(hook_, {name_, object_->machinery}, object_->site, call)
                                              : CallOriginal(environment_.env(), hook_, call);
  if (result && decision_.delay) PauseReading(owner_, true);
  return result;
}

void ObjectOperation::PauseReading(napi_value stream, bool records) const {
  napi_env env = environment_.env();
  Call(env, Undefined(env), environment_.glue().pauseReading.Value(),
       std::array{stream, WaitOf(env, decision_),
                  records && !object_->machinery ? environment_.NoteOf(name_) : Undefined(env),
                  Integer(env, static_cast<int>(phase_))});
}

}  // namespace nacd::hooks
