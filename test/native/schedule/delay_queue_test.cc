#include "schedule/delay_queue.h"

#include <string>

#include "schedule/loop.h"

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
