#include "hooks/loop_control.h"

#include <limits>

#include "loop/helpers.h"
#include "loop/outlook.h"
#include "v8/stack_sample.h"
#include "v8/wasm_compiling.h"

namespace nacd::hooks {

uv_loop_t* LoopOf(napi_env env) {
  uv_loop_t* loop = nullptr;
  napi_get_uv_event_loop(env, &loop);
  return loop;
}

std::string LoopControl::Take(schedule::Scheduler* scheduler, trace::Writer* trace,
                              const loop::EngineOptions& options) {
  v8access::LearnStates();
  loop::SetV8State(v8access::SampledState, v8access::V8Code());
  if (!v8access::TellOfCompiling(loop::BeforeCompiling)) loop::MayCompile();
  std::string error;
  engine_ = loop::Engine::Attach(loop_, scheduler, trace, options, &error);
  return error;
}

uint64_t LoopControl::turn() const {
  uv_metrics_t metrics;
  return uv_metrics_info(loop_, &metrics) == 0 ? metrics.loop_count : 0;
}

uint64_t LoopControl::events() const {
  uv_metrics_t metrics;
  return uv_metrics_info(loop_, &metrics) == 0 ? metrics.events : 0;
}

int LoopControl::ThreadHandles() const { return loop::ThreadHandles(loop_); }

schedule::Outlook LoopControl::Outlook(int known_threads) const {
  return engine_ ? loop::OutlookOf(loop_, known_threads, engine_->ProspectNow())
                 : loop::OutlookOf(loop_, known_threads);
}

uint64_t LoopControl::PatienceWithOthers(loop::RestWatch* rest, uint64_t quiet_ms) const {
  switch (rest->Look(loop_, ThreadHandles() > 0, quiet_ms)) {
    case loop::ChildrenState::kAsleep:
      return 0;
    case loop::ChildrenState::kWaiting:
      return loop::kLongPatienceMs;
    default:
      return std::numeric_limits<uint64_t>::max();
  }
}

}  // namespace nacd::hooks
