#include "hooks/parked_calls.h"

#include <array>
#include <memory>
#include <utility>

#include "hooks/loop_control.h"
#include "v8/call_through.h"

namespace nacd::hooks {

// The opposite of WaitOf().
schedule::Decision ParkedCalls::DecisionOf(napi_value wait) const {
  double ms = 0;
  if (napi_get_value_double(env_, wait, &ms) != napi_ok) return {};
  if (ms >= 0) return {true, ms};
  if (-ms < kAwaited) return {true, 0, static_cast<schedule::Ticket>(-ms)};
  const schedule::AwaitedEvents* after = scheduler_.awaited().Of(static_cast<uint32_t>(-ms - kAwaited));
  if (!after || after->left == 0) return {};
  schedule::Decision decision{true, after->most_ms};
  decision.after = after;
  return decision;
}

void ReportException(napi_env env) {
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (!pending) return;
  napi_value error = nullptr;
  napi_get_and_clear_last_exception(env, &error);
  napi_fatal_exception(env, error);
}

ParkedCalls::ParkedCalls(napi_env env, const Glue* glue, schedule::Scheduler* scheduler)
    : env_(env), glue_(*glue), scheduler_(*scheduler), delays_(LoopOf(env)), queues_(&delays_) {
  delays_.set_gates(&scheduler_.gates());
  delays_.set_look([this] { return scheduler_.LookElsewhere(); });
  scheduler_.awaited().set_on_opening([this] { delays_.Reconsider(); });
}

napi_value ParkedCalls::ParkFromGlue(napi_value wait, napi_value object, const napi_value* call) {
  schedule::Decision decision = DecisionOf(wait);
  double number = 0;
  napi_get_value_double(env_, object, &number);
  const auto id = static_cast<uint64_t>(number);
  if (decision.ticket != 0 && scheduler_.gates().IsOpen(decision.ticket)) decision = {};
  if (!decision.delay && !queues_.Pending(id)) {
    return v8access::CallThrough(env_, Undefined(env_), glue_.apply.Value(), 3, call);
  }
  Park({.function = call[0], .self = call[1], .arguments = call[2], .decision = decision, .object = id});
  return nullptr;
}

void ParkedCalls::Park(ParkedCall call) {
  napi_value parked =
      Call(env_, Undefined(env_), glue_.park.Value(),
           std::array{call.function, call.self, call.arguments, call.context ? call.context : Undefined(env_)});
  if (!parked) return;
  auto waiting = std::make_shared<Reference>(env_, parked);
  schedule::Task task = [this, waiting, before = std::move(call.before)] {
    if (before) before();
    Run(*waiting);
  };
  if (call.object == 0) {
    delays_.Carry(call.decision, std::move(task));
  } else {
    queues_.Enqueue(call.object, call.decision, std::move(task), call.cancellable);
  }
}

void ParkedCalls::Run(const Reference& parked) {
  napi_handle_scope scope = nullptr;
  if (napi_open_handle_scope(env_, &scope) != napi_ok) return;
  napi_value call = parked.Value();
  napi_value result = nullptr;
  // As after any native callback, nextTick and microtasks run when this returns.
  if (napi_make_callback(env_, nullptr, call, glue_.run.Value(), 1, &call, &result) != napi_ok) ReportException(env_);
  napi_close_handle_scope(env_, scope);
}

}  // namespace nacd::hooks
