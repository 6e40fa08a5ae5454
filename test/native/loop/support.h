// A loop under control, for the tests of src/loop.
#pragma once

#include <uv.h>

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "loop/engine.h"

namespace nacd::loop {

// A private loop with its engine, on this thread.
class ControlledLoop {
 public:
  explicit ControlledLoop(double probability = 0.5, bool virtual_clock = true) {
    REQUIRE(uv_loop_init(&loop_) == 0);
    schedule::Options options;
    options.seed = 7;
    options.probability = probability;
    scheduler_ = std::make_unique<schedule::Scheduler>(options, schedule::MakeStrategy(options), nullptr);
    EngineOptions engine_options;
    engine_options.virtual_clock = virtual_clock;
    std::string error;
    engine_ = Engine::Attach(&loop_, scheduler_.get(), nullptr, engine_options, &error);
    REQUIRE(error.empty());
  }
  ~ControlledLoop() {
    engine_.reset();
    uv_run(&loop_, UV_RUN_DEFAULT);
    CHECK(uv_loop_close(&loop_) == 0);
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
