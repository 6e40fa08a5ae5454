#include "schedule/stalls.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "schedule/scheduler.h"
#include "schedule/strategies/registry.h"

using namespace nacd::schedule;

namespace {

Operation StallNamed(const std::string& name) { return {.name = name, .phase = Phase::kStall}; }

Options With(double stalls, const char* strategy = "uniform") {
  Options options;
  options.strategy = strategy;
  options.parameters["stalls"] = stalls;
  return options;
}

int CountStalls(const Options& options, StallPlace place) {
  Stalls stalls(options);
  int count = 0;
  for (int i = 0; i < 1000; i++) {
    const std::string name = "turn#" + std::to_string(i) + "/before#1";
    if (stalls.Decide(StallNamed(name), place).delay) count++;
  }
  return count;
}

}  // namespace

TEST_CASE("chance decides about a stall by seed and name, for whole milliseconds") {
  Stalls one(With(0.5)), again(With(0.5));
  bool differs = false;
  for (int i = 0; i < 100; i++) {
    const std::string name = "setImmediate@a.js:1:1#" + std::to_string(i) + "/before#1";
    const Decision decision = one.Decide(StallNamed(name), StallPlace::kBeforeImmediates);
    REQUIRE(again.Decide(StallNamed(name), StallPlace::kBeforeImmediates).ms == decision.ms);
    if (!decision.delay) differs = true;
    if (!decision.delay) continue;
    REQUIRE(decision.ms >= 1);
    REQUIRE(decision.ms <= 500);
    REQUIRE(decision.ms == std::floor(decision.ms));
  }
  REQUIRE(differs);
}

TEST_CASE("the share of stalls is as asked for") {
  REQUIRE(CountStalls(With(0), StallPlace::kBeforeEvent) == 0);
  REQUIRE(CountStalls(With(1), StallPlace::kBeforeEvent) == 1000);
  const int some = CountStalls(With(0.3), StallPlace::kBeforeEvent);
  REQUIRE(some > 200);
  REQUIRE(some < 400);
}

TEST_CASE("a strategy that reverses events stalls only briefly") {
  const Options options = With(1, "reverse");
  REQUIRE(CountStalls(options, StallPlace::kBeforeEvent) == 0);
  REQUIRE(CountStalls(options, StallPlace::kBeforeImmediates) == 1000);
  REQUIRE(CountStalls(options, StallPlace::kAfterTimer) == 1000);
  REQUIRE(Stalls(options).Decide(StallNamed("turn#1/before#1"), StallPlace::kBeforeImmediates).ms <= 5);
  REQUIRE(Stalls(options).longest_ms() <= 20);
  REQUIRE(Stalls(options).longest_gap_ms(true) <= 20);
  REQUIRE(Stalls(options).longest_gap_ms(false) == 200);
}

TEST_CASE("a run that reverses events stalls at every other place") {
  Stalls one(With(0.5, "reverse"));
  for (int i = 0; i < 100; i++) {
    const std::string name = "turn#" + std::to_string(i) + "/before#1";
    const Operation operation = StallNamed(name);
    REQUIRE(one.Decide(operation, StallPlace::kBeforeImmediates).delay == (i % 2 == 0));
    REQUIRE(one.Decide(operation, StallPlace::kBeforeTimers).delay == (i % 2 == 0));  // each kind is counted by itself
  }
}

TEST_CASE("a run that reverses events starts workers late only if it stalls everywhere") {
  const Operation start = StallNamed("thread#1/before#1");
  REQUIRE_FALSE(Stalls(With(0.5, "reverse")).Decide(start, StallPlace::kStart).delay);
  REQUIRE(Stalls(With(1, "reverse")).Decide(start, StallPlace::kStart).delay);
  REQUIRE(CountStalls(With(0), StallPlace::kStart) == 0);
}

TEST_CASE("a scheduler delays nothing while it lets events pass") {
  Options options;
  options.mode = Mode::kAlways;
  Scheduler scheduler(options, MakeStrategy(options), nullptr);
  const Operation operation = {.name = "socket#1/ready#1", .phase = Phase::kDescriptor};
  scheduler.set_passing(true);
  REQUIRE_FALSE(scheduler.Decide(operation, 0).delay);
  scheduler.set_passing(false);
  REQUIRE(scheduler.Decide(operation, 0).delay);
}

TEST_CASE("without delays there are no stalls") {
  Options options;
  options.probability = 0;
  REQUIRE_FALSE(Stalls(options).possible());
  options.probability = 0.5;
  REQUIRE(Stalls(options).possible());
  options.max_delay_ms = 0;
  REQUIRE_FALSE(Stalls(options).possible());
  options = {};
  options.mode = Mode::kNever;
  REQUIRE_FALSE(Stalls(options).possible());
  options.mode = Mode::kReplay;
  REQUIRE_FALSE(Stalls(options).possible());
}

TEST_CASE("a schedule stalls where it says so") {
  Options options;
  options.mode = Mode::kReplay;
  Scheduler scheduler(options, nullptr, nullptr);
  REQUIRE_FALSE(scheduler.may_stall());
  Replay replay;
  replay.Add("turn#1/before#1", Phase::kStall, 7);
  scheduler.SetReplay(std::move(replay));
  REQUIRE(scheduler.may_stall());
  const StallDecision found = scheduler.ChooseStall(StallNamed("turn#1/before#1"), StallPlace::kBeforeImmediates);
  REQUIRE(found.ms == 7);
  REQUIRE(found.replayed);
  REQUIRE_FALSE(scheduler.ChooseStall(StallNamed("turn#2/before#1"), StallPlace::kBeforeImmediates).delay);
}

TEST_CASE("a replayed stall reaches its timer where that was set some milliseconds later") {
  Options options;
  options.mode = Mode::kReplay;
  Scheduler scheduler(options, nullptr, nullptr);
  Replay replay;
  replay.Add("t#1/before#1", Phase::kStall, 80);
  scheduler.SetReplay(std::move(replay));
  const auto stall_for = [&scheduler](double least_ms) {
    return scheduler.ChooseStall(StallNamed("t#1/before#1"), StallPlace::kBeforeTimers, least_ms).ms;
  };
  CHECK(stall_for(76) == 80);
  CHECK(stall_for(92) == 92);
  CHECK(stall_for(120) == 80);  // a minimized one that is too short stays so
}

TEST_CASE("a test runner's limit bounds stalls, in a replay too") {
  const bool replays = GENERATE(false, true);
  Options options = With(1);
  if (replays) options.mode = Mode::kReplay;
  Scheduler scheduler(options, nullptr, nullptr);
  Replay replay;
  for (int i = 1; i <= 3; i++) replay.Add("turn#" + std::to_string(i) + "/before#1", Phase::kStall, 7);
  if (replays) scheduler.SetReplay(std::move(replay));
  double held = 0;
  scheduler.limits().set_held([&held] { return held; });
  const uint32_t limit = scheduler.limits().Arm(1000);
  REQUIRE(scheduler.ChooseStall(StallNamed("turn#1/before#1"), StallPlace::kBeforeImmediates).delay);
  held = 1000;
  REQUIRE_FALSE(scheduler.ChooseStall(StallNamed("turn#2/before#1"), StallPlace::kBeforeImmediates).delay);
  scheduler.limits().Disarm(limit);
  REQUIRE(scheduler.ChooseStall(StallNamed("turn#3/before#1"), StallPlace::kBeforeImmediates).delay);
}

TEST_CASE("a stall of chance at a timer's place lasts until the timer is due") {
  Scheduler scheduler(With(1), nullptr, nullptr);
  REQUIRE(scheduler.ChooseStall(StallNamed("t#1/after#1"), StallPlace::kAfterTimer, 3).ms == 3);
  REQUIRE(scheduler.ChooseStall(StallNamed("t#1/before#1"), StallPlace::kBeforeTimers, 1e6).ms == 1e6);
}

TEST_CASE("where the clock's skew is nearly used up, stalls at timers get rare, and there are no pointless ones") {
  Scheduler scheduler(With(1), nullptr, nullptr);
  const auto count = [&scheduler](StallPlace place, double timer_ms) {
    int stalls = 0;
    for (int i = 0; i < 1000; i++) {
      const Decision decision = scheduler.ChooseStall(StallNamed("t#" + std::to_string(i)), place, timer_ms);
      if (decision.delay) REQUIRE(decision.ms >= timer_ms);
      stalls += decision.delay;
    }
    return stalls;
  };
  for (const StallPlace place : {StallPlace::kAfterTimer, StallPlace::kBeforeTimers}) {
    scheduler.SetPace(1, 0);
    REQUIRE(count(place, 10) == 1000);
    scheduler.SetPace(0.1, 0);
    REQUIRE(count(place, 10) > 0);
    REQUIRE(count(place, 10) < 500);
    scheduler.SetPace(0.001, 0);
    REQUIRE(count(place, 10) == 0);
  }
}

TEST_CASE("a stall is found by its place among those that a trace would have, however often it is asked for") {
  Options options;
  options.mode = Mode::kReplay;
  Scheduler scheduler(options, nullptr, nullptr);
  Replay replay;
  replay.Add({"read(x)@a.js:1:1#1/before#1", Phase::kStall, 7, nacd::names::Tier::kSubject, 2, {}});
  scheduler.SetReplay(std::move(replay));
  const auto choose = [&scheduler](const char* name) {
    return scheduler.ChooseStall(StallNamed(name), StallPlace::kBeforeEvent);
  };
  REQUIRE_FALSE(choose("read(a)@a.js:1:1#1/before#1").delay);
  REQUIRE_FALSE(choose("read(b)@a.js:1:1#1/before#1").delay);  // none of these was at a place in the end
  scheduler.Record(StallNamed("read(a)@a.js:1:1#1/before#1"), {});
  REQUIRE(choose("read(c)@a.js:1:1#1/before#1").ms == 7);
}

TEST_CASE("timers are known until they are due or are cleared, in their order") {
  Stalls stalls(With(1));
  std::string last;
  REQUIRE_FALSE(stalls.TimerSet(1, "ignored", 0, 5));
  REQUIRE(std::isinf(stalls.NextTimerMs(0)));  // nobody carries stalls out
  stalls.Attend(
      [&last](std::string_view name, double) {
        last = name;
        return true;
      },
      {});
  stalls.TimerSet(2, "b", 100, 20);
  stalls.TimerSet(3, "a", 100, 10);
  stalls.TimerSet(0, "also a", 100, 10);
  REQUIRE(stalls.TimerSet(4, "short", 100, -3));
  REQUIRE(last == "short");
  REQUIRE(stalls.NextTimerMs(100) == 101);
  REQUIRE(stalls.NextTimerMs(101) == 110);  // that one is firing
  const auto [first, next] = stalls.NextTwo(110);
  REQUIRE(first == "a");
  REQUIRE(next == 120);
  stalls.TimerGone(3);
  REQUIRE(stalls.NextTwo(110).first == "also a");
  const auto [only, none] = stalls.NextTwo(111);
  REQUIRE(only == "b");
  REQUIRE(std::isinf(none));
  stalls.TimerGone(2);
  stalls.TimerGone(2);
  REQUIRE(stalls.NextTwo(0).first.empty());
}

TEST_CASE("a replay asks for all timers that are due, and when the last of several is") {
  Stalls stalls(With(1));
  stalls.Attend([](std::string_view, double) { return false; }, {});
  stalls.TimerSet(1, "a", 100, 10);
  stalls.TimerSet(2, "b", 100, 20);
  stalls.TimerSet(3, "c", 100, 30);
  const auto due = stalls.DueWithin(105, 120);
  REQUIRE(due.size() == 2);
  REQUIRE(due[0] == std::pair(110.0, std::string("a")));
  REQUIRE(due[1].second == "b");
  REQUIRE(stalls.LastDueMs({"timer b", "timer c", "descriptor a", "timer unknown"}) == 130);
  REQUIRE(stalls.LastDueMs({"descriptor b"}) < 0);
  REQUIRE(stalls.DueWithin(111, 115).empty());
  REQUIRE(stalls.LastDueMs({"timer a"}) < 0);  // it has fired
}

TEST_CASE("what has fired makes room for timers that are set later") {
  Stalls stalls(With(1));
  stalls.Attend([](std::string_view, double) { return false; }, {});
  for (uint64_t i = 1; i <= 100'000; i++) stalls.TimerSet(i, "old", static_cast<double>(i), 1);
  stalls.TimerSet(200'000, "new", 200'000, 1);
  REQUIRE(stalls.NextTwo(200'001).first == "new");
}

TEST_CASE("a timer that is due while the callback which has set it still runs has not fired") {
  Stalls stalls(With(1));
  double next_due = 117;
  stalls.Attend([](std::string_view, double) { return false; }, {}, [&next_due] { return next_due; });
  stalls.TimerSet(1, "late", 97, 20);
  stalls.TimerSet(2, "next", 134, 80);
  const auto due = stalls.DueWithin(117, 140);
  REQUIRE(due.size() == 1);
  REQUIRE(due[0].second == "late");
  next_due = 214;
  stalls.TimerSet(3, "last", 135, 1);
  REQUIRE(stalls.DueWithin(117, 140).front().second == "last");  // the other one has fired by now
}

TEST_CASE("the first immediate of a turn gives the turn its name") {
  Stalls stalls(With(1));
  REQUIRE_FALSE(stalls.wants_immediate());
  stalls.Attend([](std::string_view, double) { return false; }, {});
  REQUIRE(stalls.wants_immediate());
  stalls.ImmediateSet("setImmediate@a.js:1:1#1");
  REQUIRE_FALSE(stalls.wants_immediate());
  REQUIRE(stalls.TakeImmediate() == "setImmediate@a.js:1:1#1");
  REQUIRE(stalls.TakeImmediate().empty());
  REQUIRE(stalls.wants_immediate());
}
