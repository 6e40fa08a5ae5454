#include "hooks/gate_listeners.h"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>

#include "hooks/parked_calls.h"

namespace nacd::hooks {
namespace {

constexpr uint64_t kLeastPatienceMs = 300;  // for what only another process or thread does

}  // namespace

GateListeners::GateListeners(napi_env env, const Glue* glue, schedule::Gates* gates, schedule::DelayQueue* delays,
                             const schedule::LimitBudget* limits, const LoopControl* loop)
    : env_(env),
      glue_(*glue),
      gates_(*gates),
      delays_(*delays),
      limits_(*limits),
      loop_(*loop),
      idle_watch_(
          LoopOf(env), [this] { return Outlook(); },
          [this, rest = std::make_shared<loop::RestWatch>()](uint64_t quiet_ms) {
            return PatienceWithOthers(rest.get(), quiet_ms);
          },
          [this] { Tell(0); }) {}

void GateListeners::Add(napi_value listener, bool is_main) {
  // A worker's own port to its parent is always there: a test runner talks to the tests through it.
  if (!is_main && listeners_.empty()) known_threads_ = loop_.ThreadHandles();
  listeners_.emplace_back(env_, listener);
  gates_.set_on_open([this](uint32_t id) { delays_.After(0, [this, id] { Tell(id); }); });
  gates_.set_on_change([this] { idle_watch_.Set(gates_.blocked()); });
}

void GateListeners::Remove(napi_value listener) {
  std::erase_if(listeners_, [this, listener](const Reference& known) {
    bool same = false;
    return napi_strict_equals(env_, known.Value(), listener, &same) == napi_ok && same;
  });
}

void GateListeners::Tell(uint32_t id) {
  const HandleScope scope(env_);
  const std::array arguments{Number(env_, id)};
  std::vector<napi_value> listeners;  // a listener may add or remove some
  for (const Reference& listener : listeners_) listeners.push_back(listener.Value());
  for (napi_value listener : listeners) {
    napi_value result = nullptr;
    if (napi_make_callback(env_, nullptr, listener, listener, arguments.size(), arguments.data(), &result) != napi_ok) {
      ReportException(env_);
    }
  }
}

schedule::Outlook GateListeners::Outlook() {
  schedule::Outlook outlook = WithoutEvents();
  outlook.events = loop_.events();
  outlook.patience_ms = Bounded(outlook.patience_ms);
  return outlook;
}

uint64_t GateListeners::PatienceWithOthers(loop::RestWatch* rest, uint64_t quiet_ms) {
  const uint64_t ms = loop_.PatienceWithOthers(rest, quiet_ms);
  return ms == std::numeric_limits<uint64_t>::max() ? ms : Bounded(ms);
}

// A test whose order is impossible must not reach its limit instead, if the runner counts the time that we wait.
uint64_t GateListeners::Bounded(uint64_t ms) const {
  const double most = std::max(limits_.Left() / 2, static_cast<double>(kLeastPatienceMs));
  return most < static_cast<double>(ms) ? static_cast<uint64_t>(most) : ms;
}

schedule::Outlook GateListeners::WithoutEvents() {
  const HandleScope scope(env_);
  // Milliseconds pass by themselves; a timer of the program's may be what everything waits for.
  if (delays_.size() > 0) return {schedule::Prospect::kSomething};
  const std::array news{Number(env_, static_cast<double>(gates_.news()))};
  if (IsTrue(env_, Call(env_, Undefined(env_), glue_.timersGoOn.Value(), news))) {
    return {schedule::Prospect::kSomething};
  }
  return loop_.Outlook(known_threads_);
}

void GateListeners::Close(std::function<void()> closed) {
  gates_.set_on_change(nullptr);
  idle_watch_.Close(std::move(closed));
}

}  // namespace nacd::hooks
