// The event loop of one environment from the hooks' point of view: its pending work, and the loop engine if it
// controls the loop.
#pragma once

#include <node_api.h>
#include <uv.h>

#include <cstdint>
#include <memory>
#include <string>

#include "loop/children.h"
#include "loop/engine.h"
#include "schedule/idle_watch.h"
#include "schedule/scheduler.h"
#include "trace/writer.h"

namespace nacd::hooks {

uv_loop_t* LoopOf(napi_env env);

class LoopControl {
 public:
  explicit LoopControl(napi_env env) : loop_(LoopOf(env)) {}

  uv_loop_t* loop() const { return loop_; }
  // Lets the loop engine control the loop. Returns "", or the reason why that is impossible.
  std::string Take(schedule::Scheduler* scheduler, trace::Writer* trace, const loop::EngineOptions& options);
  // Ends the loop engine's control.
  void Release() { engine_.reset(); }

  // Milliseconds for which the loop engine held something.
  double HeldMs() const { return engine_ ? engine_->stats().held_ms : 0; }
  // Number of turns of the loop so far.
  uint64_t turn() const;
  // Number of events of the loop so far.
  uint64_t events() const;
  // Number of handles that wait for other threads.
  int ThreadHandles() const;
  // Returns what may still happen in the loop by itself, apart from timers. `known_threads`: how many of the handles
  // that wait for threads belong to a test runner.
  schedule::Outlook Outlook(int known_threads) const;
  // Returns the idle time, in ms, after which child processes, and other threads if some may bring something, count as
  // idle. `quiet_ms`: how long nothing has come so far. `rest` keeps the observations between calls.
  uint64_t PatienceWithOthers(loop::RestWatch* rest, uint64_t quiet_ms) const;

 private:
  uv_loop_t* loop_;
  std::unique_ptr<loop::Engine> engine_;
};

}  // namespace nacd::hooks
