// What comes from other threads: messages at a port, and the end of a worker. Ports are filled past any handle that
// could be held, so the call waits by which the message would be dispatched.
#include <algorithm>

#include "hooks/hook.h"

namespace nacd::hooks {
namespace {

using schedule::Phase;

// A thing that another thread sent, on its way to an object of this one.
class Arrival {
 public:
  Arrival(const Hook& hook, napi_value owner, bool decides = true)
      : hook_(hook), environment_(*hook.environment), object_(environment_.naming().InfoOf(owner, hook.api)) {
    if (!decides) return;
    name_ = environment_.naming().NameEvent(hook.api, object_);
    decision_ = environment_.Decide(
        {.name = name_, .phase = Phase::kEvent, .api = hook.api, .site = object_->site, .object = object_->id});
  }

  uint64_t object() const { return object_->id; }
  bool Waits() const { return decision_.delay || environment_.queues().Pending(object_->id); }

  // `first` runs before it, as a callback of its own: then this is not in the object's queue, behind which an 'error'
  // that comes of `first` would have to wait.
  void Wait(napi_value function, const HookedCall& call, bool cancellable, void (*first)(Environment*) = nullptr) {
    decision_.delay = decision_.delay || first;
    environment_.Park({.function = function,
                       .self = call.self(),
                       .arguments = call.array(),
                       .decision = decision_,
                       .object = first ? 0 : object_->id,
                       .cancellable = cancellable,
                       .context = name_.empty() ? nullptr : environment_.naming().ContextOf(name_, object_->site),
                       .before = [environment = &environment_, name = name_, first] {
                         if (first) first(environment);
                         Record(environment, name);
                       }});
  }

  void Record() const { Record(&environment_, name_); }

  napi_value Now(const HookedCall& call) const {
    if (name_.empty()) return CallOriginal(environment_.env(), hook_, call);
    Record();
    return CallInContext(hook_, name_, object_->site, call);
  }

 private:
  static void Record(Environment* environment, const std::string& name) {
    if (!name.empty()) environment->scheduler().RecordRun(name, Phase::kEvent);
  }

  const Hook& hook_;
  Environment& environment_;
  ObjectInfo* object_;
  std::string name_;
  schedule::Decision decision_;
};

// With a worker's end Node reads what is left of its ports: nothing may come after it. What waits comes before, each in
// a turn of its own, as it would have.
void DeliverMessages(Environment* environment) {
  for (const uint64_t port : std::exchange(environment->waiting_ports(), {})) environment->queues().RunWaiting(port);
}

void RememberWaiting(Environment* environment, uint64_t port) {
  constexpr size_t kMany = 64;
  std::unordered_set<uint64_t>& ports = environment->waiting_ports();
  if (ports.size() >= kMany) {
    std::erase_if(ports, [environment](uint64_t known) { return !environment->queues().Pending(known); });
  }
  ports.insert(port);
}

// The original, called as parked calls are.
napi_value RunExit(napi_env env, napi_callback_info info) {
  std::array<napi_value, 8> arguments;
  size_t count = arguments.size();
  napi_value self = nullptr;
  void* data = nullptr;
  napi_get_cb_info(env, info, &count, arguments.data(), &self, &data);
  const auto* hook = static_cast<const Hook*>(data);
  hook->environment->set_draining(true);
  napi_value result = Call(env, self, hook->original.Value(), std::min(count, arguments.size()), arguments.data());
  hook->environment->set_draining(false);
  return result;
}

}  // namespace

// Called with (data, type, event): Node's own way from a port to its listeners.
napi_value OnMessage(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  napi_value self = call.self();
  if (!environment->active() || environment->draining() || call.size() < 2 || !IsObject(env, self)) {
    return CallOriginal(env, *hook, call);
  }
  if (!environment->naming().Capture(hook->package).from_loop) return CallOriginal(env, *hook, call);
  const std::string type = ToString(env, call[1]);
  const bool message = type == "message" || type == "messageerror";
  Arrival arrival(*hook, self, message);
  if (!arrival.Waits()) return arrival.Now(call);
  napi_value late = Call(env, Undefined(env), environment->glue().lateMessage.Value(),
                         std::array{hook->original.Value(), self, call[0], call[1]});
  if (!late) return nullptr;
  RememberWaiting(environment, arrival.object());
  arrival.Wait(late, call, message);
  return nullptr;
}

napi_value OnExit(napi_env env, napi_callback_info info) {
  const HookedCall call(env, info);
  Hook* hook = call.hook<Hook>();
  Environment* environment = hook->environment;
  if (!environment->active() || !IsObject(env, call.self())) return CallOriginal(env, *hook, call);
  napi_value exit = nullptr;
  napi_create_function(env, nullptr, 0, RunExit, hook, &exit);
  Arrival arrival(*hook, call.self());
  if (!arrival.Waits() && environment->waiting_ports().empty()) {
    arrival.Record();
    return Call(env, Undefined(env), environment->glue().apply.Value(), std::array{exit, call.self(), call.array()});
  }
  arrival.Wait(exit, call, false, DeliverMessages);
  return nullptr;
}

}  // namespace nacd::hooks
