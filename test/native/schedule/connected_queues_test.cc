#include "schedule/connected_queues.h"

#include <string>

#include "schedule/loop.h"

using nacd::schedule::ConnectedQueues;

namespace {

constexpr nacd::schedule::Decision kNow{};

nacd::schedule::Decision After(double ms) { return {true, ms}; }

}  // namespace

TEST_CASE("what is not delayed and has nothing before it runs at once") {
  LoopWithQueue fixture;
  ConnectedQueues queues(&fixture.queue());
  bool ran = false;
  queues.Enqueue(1, kNow, [&] { ran = true; });
  REQUIRE(ran);
  REQUIRE_FALSE(queues.Pending(1));
  REQUIRE_FALSE(queues.AnyPending());
}

TEST_CASE("the callbacks of one object keep their order, those of two do not wait for each other") {
  LoopWithQueue fixture;
  ConnectedQueues queues(&fixture.queue());
  std::string order;
  queues.Enqueue(1, After(30), [&] { order += 'a'; });
  queues.Enqueue(1, After(1), [&] { order += 'b'; });
  queues.Enqueue(1, kNow, [&] { order += 'c'; });
  queues.Enqueue(2, After(5), [&] { order += 'x'; });
  REQUIRE(queues.Pending(1));
  REQUIRE(queues.Pending(2));
  REQUIRE_FALSE(queues.Pending(3));
  fixture.Run();
  REQUIRE(order == "xabc");
  REQUIRE_FALSE(queues.AnyPending());
}

TEST_CASE("a delay begins when the one before has run") {
  LoopWithQueue fixture;
  ConnectedQueues queues(&fixture.queue());
  double first = 0;
  double second = 0;
  queues.Enqueue(1, After(10), [&] { first = fixture.queue().Now(); });
  queues.Enqueue(1, After(10), [&] { second = fixture.queue().Now(); });
  fixture.Run();
  REQUIRE(second - first >= 10);
}

TEST_CASE("what comes while a task runs waits behind it") {
  LoopWithQueue fixture;
  ConnectedQueues queues(&fixture.queue());
  std::string order;
  queues.Enqueue(1, kNow, [&] {
    REQUIRE(queues.Pending(1));
    queues.Enqueue(1, kNow, [&] { order += 'b'; });
    order += 'a';
  });
  REQUIRE(order == "ab");
}

TEST_CASE("cancelling drops what may be dropped, and the rest keeps its place") {
  LoopWithQueue fixture;
  ConnectedQueues queues(&fixture.queue());
  std::string order;
  queues.Enqueue(
      1, After(2), [&] { order += 'a'; }, true);
  queues.Enqueue(1, After(2), [&] { order += 'b'; });
  queues.Enqueue(
      1, After(1000), [&] { order += 'c'; }, true);
  queues.Enqueue(1, After(2), [&] { order += 'd'; });
  queues.Enqueue(
      2, After(1), [&] { order += 'x'; }, true);
  queues.Cancel(1);
  queues.Cancel(7);
  const double start = fixture.queue().Now();
  fixture.Run();
  REQUIRE(order == "xbd");
  // The dropped one's delay is dropped with it.
  REQUIRE(fixture.queue().Now() - start < 900);
}

TEST_CASE("a task may cancel its own object") {
  LoopWithQueue fixture;
  ConnectedQueues queues(&fixture.queue());
  std::string order;
  queues.Enqueue(
      1, After(1),
      [&] {
        order += 'a';
        queues.Cancel(1);
      },
      true);
  queues.Enqueue(
      1, After(1), [&] { order += 'b'; }, true);
  queues.Enqueue(1, kNow, [&] { order += 'c'; });
  fixture.Run();
  REQUIRE(order == "ac");
}
