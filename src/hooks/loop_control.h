// The event loop of one environment as the hooks see it: its pending work, and the loop engine if that controls it.
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
  // Has the loop engine control the loop. Returns "", or the reason why that is not possible.
  std::string Take(schedule::Scheduler* scheduler, trace::Writer* trace, const loop::EngineOptions& options);
  // Gives the loop back.
  void Release() { engine_.reset(); }

  // Milliseconds for which the loop engine has held something.
  double HeldMs() const { return engine_ ? engine_->stats().held_ms : 0; }
  // Counts the turns of the loop.
  uint64_t turn() const;
  // Counts the events that the loop has had.
  uint64_t events() const;
  // Handles that wait for other threads.
  int ThreadHandles() const;
  // Returns what may still happen by itself in the loop, timers left out. `known_threads` of the handles that wait for
  // threads are a test runner's own.
  schedule::Outlook Outlook(int known_threads) const;
  // Returns for how long, in ms, nothing must have come before child processes, and other threads where some may bring
  // something, count as idle. `quiet_ms`: for how long nothing has come so far. `rest` keeps what was seen.
  uint64_t PatienceWithOthers(loop::RestWatch* rest, uint64_t quiet_ms) const;

 private:
  uv_loop_t* loop_;
  std::unique_ptr<loop::Engine> engine_;
};

}  // namespace nacd::hooks
