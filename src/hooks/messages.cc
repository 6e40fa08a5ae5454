// Messages and ends of workers, which come from other threads. Ports are filled without any handle that could be held,
// so the call that would dispatch the message is held.
#include <algorithm>

#include "hooks/hook.h"
#include "hooks/object_operation.h"

namespace nacd::hooks {
namespace {

// At a worker's end Node reads the rest of its ports, and nothing may come after that. Held messages come before, each
// in a turn of its own, as they would have.
void DeliverMessages(Environment* environment) {
  for (const uint64_t port : std::exchange(environment->ports().waiting, {})) environment->queues().RunWaiting(port);
}

void RememberWaiting(Environment* environment, uint64_t port) {
  constexpr size_t kMany = 64;
  std::unordered_set<uint64_t>& ports = environment->ports().waiting;
  if (ports.size() >= kMany) {
    std::erase_if(ports, [environment](uint64_t known) { return !environment->queues().Pending(known); });
  }
  ports.insert(port);
}

// Calls the original as parked calls are made.
napi_value RunExit(napi_env env, napi_callback_info info) {
  std::array<napi_value, 8> arguments;
  size_t count = arguments.size();
  napi_value self = nullptr;
  void* data = nullptr;
  napi_get_cb_info(env, info, &count, arguments.data(), &self, &data);
  const auto* hook = static_cast<const Hook*>(data);
  hook->environment->ports().draining = true;
  napi_value result = Call(env, self, hook->original.Value(), std::min(count, arguments.size()), arguments.data());
  hook->environment->ports().draining = false;
  return result;
}

}  // namespace

// Called with (data, type, event): Node's own way from a port to its listeners.
napi_value OnMessage(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  napi_value self = call.self();
  if (!environment->active() || environment->ports().draining || call.size() < 2 || !IsObject(env, self)) {
    return CallOriginal(env, *hook, call);
  }
  if (!environment->naming().Capture(hook->package).from_loop) return CallOriginal(env, *hook, call);
  const std::string type = ToString(env, call[1]);
  const bool message = type == "message" || type == "messageerror";
  // Node.js closes ports of its own at any time: they take no number from those that get messages.
  if (!message && !environment->naming().Knows(self)) return CallOriginal(env, *hook, call);
  ObjectOperation arrival(*hook, self);
  if (message) arrival.Decide(hook->api, nullptr);
  if (!arrival.Waits()) return arrival.CallNow(call);
  napi_value late = Call(env, Undefined(env), environment->glue().lateMessage.Value(),
                         std::array{hook->original.Value(), self, call[0], call[1]});
  if (!late) return nullptr;
  RememberWaiting(environment, arrival.object().id);
  arrival.Hold({.function = late, .self = self, .arguments = call.array(), .cancellable = message});
  return nullptr;
}

napi_value OnExit(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  if (!environment->active() || !IsObject(env, call.self())) return CallOriginal(env, *hook, call);
  napi_value exit = nullptr;
  napi_create_function(env, nullptr, 0, RunExit, hook, &exit);
  ObjectOperation end(*hook, call.self());
  end.Decide(hook->api, nullptr);
  if (!end.Waits() && environment->ports().waiting.empty()) {
    end.RecordRun();
    return Call(env, Undefined(env), environment->glue().apply.Value(), std::array{exit, call.self(), call.array()});
  }
  end.Hold(
      {.function = exit, .self = call.self(), .arguments = call.array(), .in_order = false, .first = DeliverMessages});
  return nullptr;
}

}  // namespace nacd::hooks
