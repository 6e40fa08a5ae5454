// Methods by which Node starts a stream's work (AC): _read, _write, _writev, _final, _transform, _flush. The start is
// put off; the stream's own machinery waits, so everything that follows keeps its order. NACD, section 3.1, "Streams".
#include "hooks/hook.h"

namespace nacd::hooks {
namespace {

class Action {
 public:
  Action(const Hook& hook, napi_value self, bool pauses)
      : hook_(hook), environment_(*hook.environment), env_(environment_.env()) {
    object_ = environment_.naming().InfoOf(self, hook.api);
    name_ = environment_.naming().NameEvent(hook.api, object_);
    const schedule::Operation operation{.name = name_,
                                        .phase = schedule::Phase::kAction,
                                        .api = hook.api,
                                        .site = object_->site,
                                        .object = object_->id};
    decision_ = pauses ? DecidePause(&environment_, self, operation) : environment_.Decide(operation);
  }

  // The work starts later; the stream's own machinery waits for it.
  napi_value DelayStart(const HookedCall& call) const {
    const bool connected = hook_.property.connected_callbacks;
    const bool behind = connected && environment_.queues().Pending(object_->id);
    if (!decision_.delay && !behind) {
      RunsNow();
      return CallNamed(hook_, name_, call);  // the tasks of a file's stream are its own, not those of who made it
    }
    // In a queue, closing comes behind: what was asked for before is still wanted.
    napi_value late = hook_.original.Value();
    if (!connected) {
      late = Call(env_, Undefined(env_), environment_.glue().startLater.Value(),
                  std::array{late, String(env_, hook_.property.name)});
    }
    if (!late) return nullptr;
    environment_.Park({.function = late,
                       .self = call.self(),
                       .arguments = call.array(),
                       .decision = decision_,
                       .object = connected ? object_->id : 0,
                       .before = RecordRun()});
    return nullptr;
  }

  // The work is done at once; what answers it comes later.
  napi_value NowThenPause(const HookedCall& call) const {
    napi_value stream = call.self();
    if (!decision_.delay) RunsNow();
    napi_value result = CallOriginal(env_, hook_, call);
    if (result && decision_.delay) {
      PauseReading(&environment_, stream, decision_, name_, schedule::Phase::kAction);
    }
    return result;
  }

  // The work starts at once, and is done later: where a late start would show in what the program can read. In the
  // object's order: the answer to what was written can't be read before the write is done.
  napi_value DelayCallback(const HookedCall& call) const {
    const size_t last = call.size();
    if (last == 0 || !IsFunction(env_, call[last - 1])) return CallOriginal(env_, hook_, call);
    if (!decision_.delay) {
      if (environment_.scheduler().gates().any()) {
        call.Set(last - 1, environment_.Noted(call[last - 1], name_, schedule::Phase::kAction));
      }
      return CallOriginal(env_, hook_, call);
    }
    napi_value done = environment_.Noted(call[last - 1], name_, schedule::Phase::kAction);
    call.Set(last - 1, Call(env_, Undefined(env_), environment_.glue().delayCallback.Value(),
                            std::array{done, environment_.park(), WaitOf(env_, decision_),
                                       Number(env_, static_cast<double>(object_->id))}));
    return CallOriginal(env_, hook_, call);
  }

 private:
  // What is not delayed is not traced as carried out, but gates may wait for it.
  void RunsNow() const { environment_.scheduler().gates().Ran(name_, schedule::Phase::kAction); }
  std::function<void()> RecordRun() const {
    return [environment = &environment_, name = name_] {
      environment->scheduler().RecordRun(name, schedule::Phase::kAction);
    };
  }

  const Hook& hook_;
  Environment& environment_;
  napi_env env_;
  ObjectInfo* object_;
  std::string name_;
  schedule::Decision decision_;
};

}  // namespace

napi_value OnAction(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  napi_value self = call.self();
  if (!environment->active() || !IsObject(env, self)) return CallOriginal(env, *hook, call);
  // Standard output and error, and terminals, are written synchronously; put off, the text would be lost at
  // process.exit().
  if (IsTrue(env, Get(env, self, "_isStdio")) || IsTrue(env, Get(env, self, "isTTY"))) {
    return CallOriginal(env, *hook, call);
  }
  if (IsCovered(*hook, self)) return CallOriginal(env, *hook, call);
  const bool pauses = SharesConnection(*hook, self);
  const Action action(*hook, self, pauses);
  if (pauses) return action.NowThenPause(call);
  return hook->property.patterns & model::Pattern::kSimpleCallback ? action.DelayCallback(call)
                                                                   : action.DelayStart(call);
}

}  // namespace nacd::hooks
