// Events whose emission itself is delayed (EV): connected callbacks, in order for each emitter. Only what the event
// loop has Node emit: an emit() by user code, or in the course of a user's call, stays synchronous.
#include "hooks/hook.h"

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

// Returns what the event is called in the trace, or "" where it is none of those that may be delayed.
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
  if (IsObject(environment->env(), call[1])) environment->naming().InfoOf(call[1], event);
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
  // What comes last must not overtake what waits; other events say nothing of what came in.
  const bool last = event == "error" || event == "close";
  schedule::ConnectedQueues& queues = environment->queues();
  if (!named && !(last && queues.AnyPending())) return CallOriginal(env, *hook, call);
  ObjectInfo* object = environment->naming().InfoOf(self, hook->api);
  if (object->covered) return CallOriginal(env, *hook, call);
  const bool behind = queues.Pending(object->id);
  if ((!named && !behind) || !HasListener(env, self, call[0])) return CallOriginal(env, *hook, call);
  if (!environment->naming().Capture(hook->package).from_loop) return CallOriginal(env, *hook, call);
  schedule::Decision decision;
  std::string name;
  // What Node emits in one turn nothing can come between: it has one delay, the first one's.
  const bool same_turn = behind && object->turn == environment->turn();
  object->turn = environment->turn();
  if (named && !same_turn) {
    name = environment->naming().NameEvent(api, object);
    const std::string details = environment->DetailsOf(call.array());
    decision = environment->Decide({.name = name,
                                    .phase = schedule::Phase::kEvent,
                                    .api = api,
                                    .site = object->site,
                                    .object = object->id,
                                    .details = details});
  }
  const auto record_run = [environment, name] {
    if (!name.empty()) environment->scheduler().RecordRun(name, schedule::Phase::kEvent);
  };
  if (!decision.delay && !behind) {
    record_run();
    return CallInContext(*hook, name, object->site, call);
  }
  napi_value context = !name.empty() ? environment->naming().ContextOf(name, object->site) : nullptr;
  environment->Park({.function = hook->original.Value(),
                     .self = self,
                     .arguments = call.array(),
                     .decision = decision,
                     .object = object->id,
                     .cancellable = event != "close",
                     .context = context,
                     .before = record_run});
  if (hook->pausing_events.count(std::string(event)) > 0) PauseReading(environment, self, decision);
  return Boolean(env, true);
}

}  // namespace nacd::hooks
