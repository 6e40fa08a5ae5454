#include "schedule/delay_queue.h"

#include <string>
#include <utility>

#include "../folder.h"
#include "schedule/loop.h"
#include "schedule/replay.h"

TEST_CASE("a delay queue runs tasks when they are due, not before") {
  LoopWithQueue fixture;
  std::string order;
  const double start = fixture.queue().Now();
  double ran = 0;
  fixture.queue().After(30, [&] { order += 'c'; });
  fixture.queue().After(10, [&] {
    order += 'a';
    ran = fixture.queue().Now();
  });
  fixture.queue().After(20, [&] { order += 'b'; });
  REQUIRE(fixture.queue().size() == 3);
  REQUIRE(order.empty());
  fixture.Run();
  REQUIRE(order == "abc");
  REQUIRE(ran - start >= 10);
  REQUIRE(fixture.queue().size() == 0);
}

TEST_CASE("tasks that are due at the same time run in the order in which they were added") {
  LoopWithQueue fixture;
  std::string order;
  for (char name : {'a', 'b', 'c', 'd', 'e'}) fixture.queue().After(5, [&order, name] { order += name; });
  fixture.Run();
  REQUIRE(order == "abcde");
}

TEST_CASE("a fraction of a millisecond is rounded up") {
  LoopWithQueue fixture;
  const double start = fixture.queue().Now();
  double ran = 0;
  fixture.queue().After(1.2, [&] { ran = fixture.queue().Now(); });
  fixture.Run();
  REQUIRE(ran - start >= 2);
}

TEST_CASE("a task may add others; the loop turns between them") {
  LoopWithQueue fixture;
  int turns = 0;
  int tasks = 0;
  uv_check_t check;
  uv_check_init(fixture.loop(), &check);
  check.data = &turns;
  uv_check_start(&check, [](uv_check_t* handle) { ++*static_cast<int*>(handle->data); });
  uv_unref(reinterpret_cast<uv_handle_t*>(&check));
  std::function<void()> again = [&] {
    if (++tasks < 5) fixture.queue().After(0, again);
  };
  fixture.queue().After(0, again);
  fixture.Run();
  uv_close(reinterpret_cast<uv_handle_t*>(&check), nullptr);
  CHECK(tasks == 5);
  CHECK(turns >= 4);
}

TEST_CASE("a task that is due sooner does not wait for one that was added before") {
  LoopWithQueue fixture;
  std::string order;
  fixture.queue().After(60000, [&] { order += 'l'; });  // later than a busy machine ends the others
  fixture.queue().After(1, [&] {
    order += 's';
    fixture.queue().After(1, [&] {
      order += 's';
      uv_stop(fixture.loop());
    });
  });
  fixture.Run();
  REQUIRE(order == "ss");
}

TEST_CASE("closing drops what waits") {
  bool ran = false;
  {
    LoopWithQueue fixture;
    fixture.queue().After(1, [&] { ran = true; });
  }
  REQUIRE_FALSE(ran);
}

TEST_CASE("an empty queue does not keep the loop alive") {
  LoopWithQueue fixture;
  REQUIRE(uv_loop_alive(fixture.loop()) == 0);
  fixture.queue().After(1, [] {});
  REQUIRE(uv_loop_alive(fixture.loop()) != 0);
  fixture.Run();
  REQUIRE(uv_loop_alive(fixture.loop()) == 0);
}

TEST_CASE("the queue's handle counts as referenced while something waits, and only then") {
  LoopWithQueue fixture;
  const auto referenced = [&] {
    int count = 0;
    uv_walk(
        fixture.loop(), [](uv_handle_t* handle, void* data) { *static_cast<int*>(data) += uv_has_ref(handle); },
        &count);
    return count;
  };
  CHECK(referenced() == 0);
  fixture.queue().After(5, [] {});
  CHECK(referenced() == 1);
  fixture.Run();
  CHECK(referenced() == 0);
}

TEST_CASE("a task runs behind timers that are due, and what it sets comes in the order of a callback of I/O") {
  LoopWithQueue fixture;
  std::string order;
  uv_timer_t timer;
  uv_check_t immediate;
  uv_timer_init(fixture.loop(), &timer);
  uv_check_init(fixture.loop(), &immediate);
  timer.data = immediate.data = &order;
  fixture.queue().After(1, [&] {
    uv_timer_start(
        &timer, [](uv_timer_t* handle) { *static_cast<std::string*>(handle->data) += 't'; }, 1, 0);
    uv_check_start(&immediate, [](uv_check_t* handle) {
      *static_cast<std::string*>(handle->data) += 'i';
      uv_check_stop(handle);
    });
    const uint64_t start = uv_hrtime();
    while (uv_hrtime() - start < 5000000) continue;
    fixture.queue().After(60000, [] {});  // brings the loop's time up to date
    fixture.queue().After(0, [&] {
      order += 'q';
      uv_stop(fixture.loop());
    });
  });
  fixture.Run();
  CHECK(order == "itq");
  uv_close(reinterpret_cast<uv_handle_t*>(&timer), nullptr);
  uv_close(reinterpret_cast<uv_handle_t*>(&immediate), nullptr);
}

namespace {

// A queue with an operation that is held for `ms` or until timer "e" of `place` has fired.
struct QueueWithHold : LoopWithQueue {
  QueueWithHold(double ms, const std::string& event) {
    queue().set_gates(&gates);
    nacd::schedule::ReplayedDelay delay{"p", nacd::schedule::Phase::kCallback, ms};
    delay.after = {event};
    awaited().SetPlace("0", folder.File(""));
    replay.Add(std::move(delay));
    awaited().set_on_opening([this] { queue().Reconsider(); });
    queue().set_look([this] {
      awaited().LookElsewhere();
      return awaited().waits_elsewhere();
    });
  }
  nacd::schedule::Awaited& awaited() { return replay.awaited(); }
  void Hold() {
    const auto found = replay.Find({.name = "p", .phase = nacd::schedule::Phase::kCallback});
    queue().Carry(found, [this] { order += 'p'; });
  }
  void Over() { awaited().Over("e", nacd::schedule::Phase::kTimer); }

  const Folder folder;
  nacd::schedule::Gates gates;
  nacd::schedule::Replay replay;
  std::string order;
};

constexpr double kLong = 3600000;

}  // namespace

TEST_CASE("a hold ends in the turn after its event, and never within the callback of that") {
  QueueWithHold fixture(kLong, "timer e");
  fixture.Hold();
  fixture.queue().After(1, [&] {
    fixture.Over();
    fixture.order += 'e';
  });
  fixture.Run();
  CHECK(fixture.order == "ep");
}

TEST_CASE("a hold whose event comes from a timer of the loop ends before immediates") {
  QueueWithHold fixture(kLong, "timer e");
  fixture.Hold();
  uv_timer_t timer;
  uv_check_t immediate;
  uv_timer_init(fixture.loop(), &timer);
  uv_check_init(fixture.loop(), &immediate);
  timer.data = immediate.data = &fixture;
  uv_timer_start(
      &timer,
      [](uv_timer_t* handle) {
        static_cast<QueueWithHold*>(handle->data)->Over();
        static_cast<QueueWithHold*>(handle->data)->order += 'e';
      },
      1, 0);
  uv_check_start(&immediate, [](uv_check_t* handle) {
    std::string& order = static_cast<QueueWithHold*>(handle->data)->order;
    if (!order.empty()) order += 'i';
    if (!order.empty()) uv_check_stop(handle);
  });
  uv_unref(reinterpret_cast<uv_handle_t*>(&immediate));
  fixture.Run();
  CHECK(fixture.order == "epi");
  uv_close(reinterpret_cast<uv_handle_t*>(&timer), nullptr);
  uv_close(reinterpret_cast<uv_handle_t*>(&immediate), nullptr);
}

TEST_CASE("a hold whose event does not come ends with its time") {
  QueueWithHold fixture(20, "timer e");
  const double start = fixture.queue().Now();
  fixture.Hold();
  fixture.Run();
  CHECK(fixture.order == "p");
  CHECK(fixture.queue().Now() - start >= 20);
}

TEST_CASE("a hold for an event of another place ends when that is announced") {
  QueueWithHold fixture(kLong, "0.1 timer e");
  nacd::schedule::Awaited there;
  there.SetPlace("0.1", fixture.folder.File(""));
  there.Announce("0.1 timer e");
  fixture.Hold();
  fixture.queue().After(1, [&] { there.Over("e", nacd::schedule::Phase::kTimer); });
  fixture.Run();
  CHECK(fixture.order == "p");
}
