// Events whose emission itself is delayed (EV): connected callbacks, in order for each emitter. Only emissions that
// Node makes for the event loop are delayed: an emit() by user code, or in the course of a call of the user, stays
// synchronous.
#include "hooks/hook.h"
#include "hooks/object_operation.h"
#include "hooks/own_timers.h"

namespace nacd::hooks {
namespace {

constexpr size_t kLongestEvent = 64;

// Returns the event's name, or "" for a symbol and for names too long to be in a model.
std::string_view EventName(napi_env env, napi_value value, char (&buffer)[kLongestEvent]) {
  size_t length = 0;
  if (napi_get_value_string_utf8(env, value, buffer, sizeof buffer, &length) != napi_ok) return {};
  return {buffer, length};
}

bool HasListener(napi_env env, napi_value emitter, napi_value event) {
  napi_value count = Get(env, emitter, "listenerCount");
  if (!IsFunction(env, count)) return false;
  napi_value result = Call(env, emitter, count, std::array{event});
  double listeners = 0;
  return result && napi_get_value_double(env, result, &listeners) == napi_ok && listeners > 0;
}

// Returns the name of the event in the trace, or "" if the event is never delayed.
std::string ApiOf(const Hook& hook, std::string_view event) {
  const auto found = hook.events.find(std::string(event));
  if (found != hook.events.end()) return found->second;
  // Every emitter has these two events: 'error' is only kept in order (below), 'newListener' comes in the turn of on().
  const bool delayed = hook.all_events && !event.empty() && event != "error" && event != "newListener";
  return delayed ? hook.api + '.' + std::string(event) : std::string();
}

// Names an object that came from outside after the event that brings it: its own callbacks run outside of any context.
void NameArrival(const Hook& hook, std::string_view event, const HookedCall& call) {
  if (hook.arrivals.empty() || call.size() < 2 || !hook.arrivals.contains(std::string(event))) return;
  Environment* environment = hook.environment;
  if (!IsObject(environment->env(), call[1])) return;
  environment->naming().InfoOf(call[1], event);
  if (event != "connection") return;
  TraceServerTimer(environment, call.self(), environment->naming().InfoOf(call.self(), hook.api));
}

}  // namespace

napi_value OnEmit(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  napi_value self = call.self();
  if (!environment->active() || call.size() == 0 || !IsObject(env, self)) {
    return CallOriginal(env, *hook, call);
  }
  char buffer[kLongestEvent];
  const std::string_view event = EventName(env, call[0], buffer);
  NameArrival(*hook, event, call);
  const std::string api = ApiOf(*hook, event);
  const bool named = !api.empty();
  // The last events must not overtake held ones. Other unnamed events say nothing about data that came in.
  const bool last = event == "error" || event == "close";
  schedule::ConnectedQueues& queues = environment->queues();
  if (!named && !(last && queues.AnyPending())) return CallOriginal(env, *hook, call);
  ObjectOperation emission(*hook, self);
  ObjectInfo& object = emission.object();
  if (object.covered) return CallOriginal(env, *hook, call);
  const bool behind = emission.IsBehind();
  if ((!named && !behind) || !HasListener(env, self, call[0])) return CallOriginal(env, *hook, call);
  if (!environment->naming().Capture(hook->package).from_loop) return CallOriginal(env, *hook, call);
  // Nothing can come between the events that Node emits in one turn: they share the delay of the first.
  const bool same_turn = behind && object.turn == environment->loop().turn();
  object.turn = environment->loop().turn();
  if (named && !same_turn) emission.Decide(api, call.array());
  if (!emission.Waits()) return emission.CallNow(call);
  emission.Hold(
      {.function = hook->original.Value(), .self = self, .arguments = call.array(), .cancellable = event != "close"});
  if (hook->pausing_events.count(std::string(event)) > 0) emission.PauseReading(self, false);
  return Boolean(env, true);
}

}  // namespace nacd::hooks
