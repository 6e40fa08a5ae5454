// A loop under control, for the tests of src/loop.
#pragma once

#include <uv.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "loop/engine.h"
#include "schedule/strategies/registry.h"

namespace nacd::loop {

// Catch2's assertions are for one thread; loops here run on several.
inline void Expect(bool holds, const char* what) {
  if (holds) return;
  fprintf(stderr, "loop/support.h: %s\n", what);
  abort();
}

// A private loop with its engine, on this thread.
class ControlledLoop {
 public:
  explicit ControlledLoop(double probability = 0.5, bool virtual_clock = true) {
    Expect(uv_loop_init(&loop_) == 0, "no loop");
    schedule::Options options;
    options.seed = 7;
    options.probability = probability;
    scheduler_ = std::make_unique<schedule::Scheduler>(options, schedule::MakeStrategy(options), nullptr);
    EngineOptions engine_options;
    engine_options.virtual_clock = virtual_clock;
    engine_options.skips_all = virtual_clock;
    engine_options.max_skew_ms = 1e9;  // all tests of one process move one clock
    std::string error;
    engine_ = Engine::Attach(&loop_, scheduler_.get(), nullptr, engine_options, &error);
    Expect(error.empty(), error.c_str());
  }
  ~ControlledLoop() {
    engine_.reset();
    uv_run(&loop_, UV_RUN_DEFAULT);
    Expect(uv_loop_close(&loop_) == 0, "the loop has handles left");
  }
  uv_loop_t* get() { return &loop_; }
  void Run(uv_run_mode mode = UV_RUN_DEFAULT) { uv_run(&loop_, mode); }
  Engine& engine() { return *engine_; }
  void Detach() { engine_.reset(); }

 private:
  uv_loop_t loop_;
  std::unique_ptr<schedule::Scheduler> scheduler_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace nacd::loop
