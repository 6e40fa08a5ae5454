#include "loop/linux/timer_stalls.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

using namespace nacd::schedule;
using nacd::loop::TimerStalls;

namespace {

// A replay of stalls before timers: each with its time, and what came during it.
struct Replaying {
  struct Delay {
    std::string timer;
    double ms;
    std::vector<std::string> until = {};
  };

  explicit Replaying(const std::vector<Delay>& delays) {
    Replay replay;
    for (const auto& [timer, ms, until] : delays) {
      ReplayedDelay delay{.name = timer + "/before#1", .phase = Phase::kStall, .ms = ms};
      delay.until = until;
      replay.Add(std::move(delay));
    }
    scheduler.SetReplay(std::move(replay));
    scheduler.stalls().Attend([](std::string_view, double) { return false; }, [] {});
  }
  void Set(const std::string& timer, double now_ms, double ms) { scheduler.stalls().TimerSet(0, timer, now_ms, ms); }

  Scheduler scheduler{{.mode = Mode::kReplay}, nullptr, nullptr};
  TimerStalls stalls{&scheduler};
};

}  // namespace

TEST_CASE("a replayed stall is made before its timer, once") {
  Replaying replaying({{"t#1", 80}});
  replaying.Set("t#1", 0, 10);
  CHECK_FALSE(replaying.stalls.Replayed(10, 9));  // not due
  const auto stall = replaying.stalls.Replayed(10, 10);
  REQUIRE(stall);
  CHECK(stall->name == "t#1/before#1");
  CHECK(stall->decision.ms == 80);
  CHECK(stall->decision.replayed);
  replaying.stalls.Begin();
  CHECK_FALSE(replaying.stalls.Replayed(10, 12));
}

TEST_CASE("a timer that is due together with earlier ones gets its stall, too") {
  Replaying replaying({{"t#2", 80}});
  replaying.Set("t#1", 0, 10);
  replaying.Set("t#2", 0, 15);
  const auto stall = replaying.stalls.Replayed(10, 30);
  REQUIRE(stall);
  CHECK(stall->name == "t#2/before#1");
}

TEST_CASE("one stall is replayed in a poll") {
  Replaying replaying({{"t#1", 5}, {"t#2", 5}});
  replaying.Set("t#1", 0, 10);
  replaying.Set("t#2", 0, 15);
  CHECK(replaying.stalls.Replayed(10, 30));
  CHECK_FALSE(replaying.stalls.Replayed(10, 30));
  CHECK_FALSE(replaying.stalls.Choose(10, 30, false, false));
  replaying.stalls.Begin();
  CHECK(replaying.stalls.Replayed(15, 30));
}

TEST_CASE("a replayed stall lasts until the last timer that fell due in the failing run") {
  Replaying replaying({{"t#1", 5, {"timer t#2", "timer t#3"}}});
  replaying.Set("t#1", 0, 10);
  replaying.Set("t#2", 0, 20);
  replaying.Set("t#3", 4, 60);
  const auto stall = replaying.stalls.Replayed(10, 12);
  REQUIRE(stall);
  CHECK(stall->decision.ms == 52);
}

TEST_CASE("a replayed stall is not made where its timers have fallen due by themselves") {
  Replaying replaying({{"t#1", 50, {"timer t#2"}}});
  replaying.Set("t#1", 0, 10);
  replaying.Set("t#2", 0, 20);
  const auto stall = replaying.stalls.Replayed(10, 25);
  REQUIRE(stall);
  CHECK(stall->decision.ms == 0);
}

TEST_CASE("a stall of chance reaches the next timer, if that is near") {
  Options options;
  options.parameters["stalls"] = 1;
  Scheduler scheduler(options, nullptr, nullptr);
  scheduler.stalls().Attend([](std::string_view, double) { return false; }, [] {});
  TimerStalls stalls(&scheduler);
  CHECK_FALSE(stalls.Choose(0, 0, false, false));  // no timer is known
  scheduler.stalls().TimerSet(0, "t#1", 0, 10);
  scheduler.stalls().TimerSet(0, "t#2", 0, 40);
  const auto stall = stalls.Choose(10, 10, false, false);
  REQUIRE(stall);
  CHECK(stall->name == "t#1/before#1");
  CHECK(stall->decision.delay);
  CHECK(stall->decision.ms >= 30);
  scheduler.stalls().TimerSet(0, "t#3", 40, 100000);
  CHECK_FALSE(stalls.Choose(40, 40, false, false));
}

TEST_CASE("a stall of the strategy reverse reaches the last timer that is near") {
  Options options{.strategy = "reverse"};
  options.parameters = {{"stalls", 1}};
  Scheduler scheduler(options, nullptr, nullptr);
  scheduler.stalls().Attend([](std::string_view, double) { return false; }, [] {});
  TimerStalls stalls(&scheduler);
  for (const double ms : {10, 40, 90, 5000}) scheduler.stalls().TimerSet(0, "t#" + std::to_string(ms), 0, ms);
  const auto stall = stalls.Choose(10, 10, false, false);
  REQUIRE(stall);
  CHECK(stall->decision.ms == 80);
  // A longer stall would bring back events that are held.
  CHECK_FALSE(stalls.Choose(10, 10, true, false));
}

TEST_CASE("a stall before a lone timer is for what else may come") {
  Options options;
  options.parameters["stalls"] = 1;
  Scheduler scheduler(options, nullptr, nullptr);
  scheduler.stalls().Attend([](std::string_view, double) { return false; }, [] {});
  TimerStalls stalls(&scheduler);
  scheduler.stalls().TimerSet(0, "t#1", 0, 10);
  CHECK_FALSE(stalls.Choose(10, 10, false, false));
  const auto stall = stalls.Choose(10, 10, false, true);
  REQUIRE(stall);
  CHECK(stall->name == "t#1/before#1");
  CHECK(stall->for_others);
  CHECK(stall->decision.delay);
}
