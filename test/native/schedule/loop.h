// A uv loop for one test.
#pragma once

#include <uv.h>

#include <catch2/catch.hpp>
#include <memory>

#include "schedule/delay_queue.h"

// Owns a loop and a delay queue on it; both are closed at the end, and nothing may be left on the loop.
class LoopWithQueue {
 public:
  LoopWithQueue() {
    uv_loop_init(&loop_);
    queue_ = std::make_unique<nacd::schedule::DelayQueue>(&loop_);
  }
  ~LoopWithQueue() {
    queue_->Close([this] { queue_.reset(); });
    uv_run(&loop_, UV_RUN_DEFAULT);
    CHECK(uv_loop_close(&loop_) == 0);
  }

  nacd::schedule::DelayQueue& queue() { return *queue_; }
  uv_loop_t* loop() { return &loop_; }
  void Run() { uv_run(&loop_, UV_RUN_DEFAULT); }

 private:
  uv_loop_t loop_;
  std::unique_ptr<nacd::schedule::DelayQueue> queue_;
};
