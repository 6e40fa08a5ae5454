#include "loop/engine.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "loop/linux/clock.h"
#include "loop/support.h"

namespace nacd::loop {
namespace {

double RealMs() { return static_cast<double>(Clock::RealNowNs()) / kNsPerMs; }

struct Stats {
  std::vector<int> order;
  uv_fs_t requests[20];
  Stats(uv_loop_t* loop, int count) {
    for (int i = 0; i < count; i++) {
      requests[i].data = this;
      uv_fs_stat(loop, &requests[i], "/", [](uv_fs_t* request) {
        auto* self = static_cast<Stats*>(request->data);
        self->order.push_back(static_cast<int>(request - self->requests));
        uv_fs_req_cleanup(request);
      });
    }
  }
};

}  // namespace

TEST_CASE("the engine works with a shared libuv", "[loop]") { REQUIRE(Unsupported().empty()); }

TEST_CASE("a timer of an idle loop takes no time under the virtual clock", "[loop]") {
  ControlledLoop loop;
  const double real = RealMs();
  const uint64_t before = uv_now(loop.get());
  uv_timer_t timer;
  uv_timer_init(loop.get(), &timer);
  uv_timer_start(
      &timer, [](uv_timer_t* due) { uv_close(reinterpret_cast<uv_handle_t*>(due), nullptr); }, 60000, 0);
  loop.Run();
  CHECK(uv_now(loop.get()) - before >= 60000);
  CHECK(RealMs() - real < 10000);
  CHECK(loop.engine().stats().skips > 0);
}

TEST_CASE("each task completes exactly once, not in the order of submission", "[loop]") {
  ControlledLoop loop;
  Stats stats(loop.get(), 20);
  loop.Run();
  REQUIRE(stats.order.size() == 20);
  auto sorted = stats.order;
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted != stats.order);
  CHECK(std::unique(sorted.begin(), sorted.end()) == sorted.end());
}

TEST_CASE("a completion overtakes no more tasks than there are other workers", "[loop]") {
  ControlledLoop loop;
  Stats stats(loop.get(), 20);
  loop.Run();
  for (size_t at = 0; at < stats.order.size(); at++) {
    int overtaken = 0;
    for (size_t later = at + 1; later < stats.order.size(); later++) overtaken += stats.order[later] < stats.order[at];
    CHECK(overtaken < 4);
  }
}

TEST_CASE("what is held is given back when the engine goes", "[loop]") {
  ControlledLoop loop(1.0, false);
  Stats stats(loop.get(), 20);
  loop.Run(UV_RUN_NOWAIT);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  loop.Run(UV_RUN_NOWAIT);
  CHECK(stats.order.size() < 20);
  loop.Detach();
  loop.Run();
  CHECK(stats.order.size() == 20);
}

TEST_CASE("tasks can be cancelled while they are held", "[loop]") {
  ControlledLoop loop(1.0);
  Stats stats(loop.get(), 20);
  for (uv_fs_t& request : stats.requests) uv_cancel(reinterpret_cast<uv_req_t*>(&request));
  loop.Run();
  CHECK(stats.order.size() == 20);
}

TEST_CASE("loops of several threads share one virtual time", "[loop]") {
  std::vector<std::thread> threads;
  std::atomic<int> completed{0};
  for (int i = 0; i < 8; i++) {
    threads.emplace_back([&completed, i] {
      ControlledLoop loop;
      struct Ticks {
        std::atomic<int>* completed;
        int left = 20;
        uv_fs_t request;
      } ticks{&completed};
      uv_timer_t timer;
      uv_timer_init(loop.get(), &timer);
      timer.data = &ticks;
      uv_timer_start(
          &timer,
          [](uv_timer_t* due) {
            auto* ticks = static_cast<Ticks*>(due->data);
            if (--ticks->left > 0) return;
            uv_close(reinterpret_cast<uv_handle_t*>(due), nullptr);
            ticks->request.data = ticks;
            uv_fs_stat(due->loop, &ticks->request, "/", [](uv_fs_t* request) {
              ++*static_cast<Ticks*>(request->data)->completed;
              uv_fs_req_cleanup(request);
            });
          },
          100 + i, 100);
      loop.Run();
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(completed == 8);
}

}  // namespace nacd::loop
