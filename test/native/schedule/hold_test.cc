#include "schedule/hold.h"

#include <catch2/catch.hpp>

namespace nacd::schedule {
namespace {

constexpr int64_t kNow = 1000 * kNsPerMs;

// A gate that holds every "fs.stat".
struct Fixture {
  Gates gates;
  uint32_t gate;

  explicit Fixture(uint32_t barrier = 0) {
    Location location;
    location.api = "fs.stat";
    gate = gates.Add({.where = {location}, .barrier = barrier, .by_hand = barrier == 0});
  }
  Decision Expect(std::string_view name) {
    const Ticket ticket = gates.Expect({.name = name, .api = "fs.stat"});
    return {ticket != 0, 0, ticket};
  }
};

}  // namespace

TEST_CASE("a hold that holds nothing is due") {
  CHECK(Hold().IsDue(0));
  CHECK(Hold({}, kNow, nullptr).IsDue(kNow));
  CHECK(Hold({true, 0}, kNow, nullptr).IsDue(kNow));
}

TEST_CASE("a hold waits for timers that fired before it in the failing run, unless they are far away") {
  constexpr double kNowMs = 1000;
  Ranks ranks;
  double last_ms = kNowMs + 20;
  ranks.SetTimers([&](const std::vector<std::string>& timers) { return timers.size() == 1 ? last_ms : 0; });
  const std::vector<std::string> timers = {"timer limit"};
  Decision decision{true, 10};
  decision.ranks = &ranks;
  decision.until = &timers;
  Hold hold(decision, kNow, nullptr);
  CHECK(hold.Due(kNow + 10 * kNsPerMs) == kNow + 22 * kNsPerMs);
  CHECK(hold.IsDue(kNow + 22 * kNsPerMs));
  last_ms = kNowMs + 5000;
  CHECK(Hold(decision, kNow, nullptr).IsDue(kNow + 10 * kNsPerMs));
  last_ms = kNowMs - 5;  // it has fired
  CHECK(Hold(decision, kNow, nullptr).IsDue(kNow + 10 * kNsPerMs));
}

TEST_CASE("a hold is due after its delay") {
  Hold hold({true, 1.5}, kNow, nullptr);
  CHECK(hold.due_ns() == kNow + 1500000);
  CHECK_FALSE(hold.IsDue(kNow + 1499999));
  CHECK(hold.IsDue(kNow + 1500000));
  CHECK_FALSE(hold.at_gates());
  CHECK(hold.Text(kNow) == "due in 1 ms");
}

TEST_CASE("a hold at a closed gate has no time; it is due when the gate has opened") {
  Fixture f;
  Hold hold(f.Expect("a#1"), kNow, &f.gates);
  CHECK(hold.at_gates());
  CHECK(hold.due_ns() == kNever);
  CHECK(hold.Text(kNow) == "at a closed gate");
  CHECK(f.gates.blocked());
  CHECK_FALSE(hold.GoThrough(f.gates, kNow + 1));
  f.gates.Open(f.gate);
  CHECK(hold.GoThrough(f.gates, kNow + 2));
  CHECK(hold.due_ns() == kNow + 2);
  CHECK_FALSE(hold.GoThrough(f.gates, kNow + 3));  // once
  CHECK(hold.due_ns() == kNow + 2);
}

TEST_CASE("an operation that found its gate open goes on, also where the gate is closed again meanwhile") {
  Fixture f;
  Hold early(f.Expect("a#1"), kNow, &f.gates);
  f.gates.Open(f.gate);
  f.gates.Close(f.gate);
  Hold late(f.Expect("a#2"), kNow, &f.gates);
  CHECK(early.GoThrough(f.gates, kNow));
  CHECK_FALSE(late.GoThrough(f.gates, kNow));
  f.gates.Ran("a#1", Phase::kCallback);
  CHECK(f.gates.blocked());
}

TEST_CASE("a gate that has opened before the operation arrives holds nothing") {
  Fixture f;
  const Decision decision = f.Expect("a#1");
  f.gates.Open(f.gate);
  CHECK(Hold(decision, kNow, &f.gates).IsDue(kNow));
}

TEST_CASE("the last operation at a barrier opens it for all") {
  Fixture f(2);
  Hold first(f.Expect("a#1"), kNow, &f.gates);
  CHECK(first.at_gates());
  Hold last(f.Expect("a#2"), kNow, &f.gates);
  CHECK(last.IsDue(kNow));
  CHECK(first.GoThrough(f.gates, kNow));
}

TEST_CASE("a hold that is released is due at once, at a gate as well") {
  Fixture f;
  Hold timed({true, 500}, kNow, nullptr);
  Hold gated(f.Expect("a#1"), kNow, &f.gates);
  timed.Release();
  gated.Release();
  CHECK(timed.IsDue(0));
  CHECK(gated.IsDue(0));
}

TEST_CASE("a hold that is given up at a gate is reported") {
  Fixture f;
  Hold hold(f.Expect("a#1"), kNow, &f.gates);
  hold.GiveUp(&f.gates, "no time");
  CHECK(hold.IsDue(0));
  REQUIRE(f.gates.gates().at(f.gate).refusals.size() == 1);
  CHECK(f.gates.gates().at(f.gate).refusals[0].why == "no time");
  Hold({true, 500}, kNow, nullptr).GiveUp(&f.gates, "no gate");
  CHECK(f.gates.gates().at(f.gate).refusals.size() == 1);
}

TEST_CASE("gates are refused an operation that cannot be held; a delay stays") {
  Fixture f;
  const Decision refused = RefuseGates(f.Expect("a#1"), &f.gates, "never");
  CHECK_FALSE(refused.delay);
  CHECK(refused.ticket == 0);
  CHECK(f.gates.gates().at(f.gate).refusals.size() == 1);
  CHECK(RefuseGates({true, 3}, &f.gates, "never").ms == 3);
}

}  // namespace nacd::schedule
