#include "schedule/scheduler.h"

#include <catch2/catch.hpp>

using namespace nacd::schedule;
#include "schedule/strategies/registry.h"

namespace {

Options InMode(Mode mode) {
  Options options;
  options.mode = mode;
  return options;
}

const Operation kStat{.name = "fs.stat@a.js:1:1#1", .phase = Phase::kCallback};

}  // namespace

TEST_CASE("mode never delays nothing and needs no names") {
  Scheduler scheduler(InMode(Mode::kNever), MakeStrategy({}), nullptr);
  REQUIRE_FALSE(scheduler.needs_names());
  REQUIRE_FALSE(scheduler.Decide(kStat, 0).delay);
}

TEST_CASE("mode always delays each operation") {
  const Options options = InMode(Mode::kAlways);
  Scheduler scheduler(options, MakeStrategy(options), nullptr);
  REQUIRE(scheduler.needs_names());
  REQUIRE(scheduler.Decide(kStat, 0).delay);
}

TEST_CASE("what a test runner does for itself is not delayed, but a schedule may name it") {
  Operation loading = kStat;
  loading.machinery = true;
  const Options options = InMode(Mode::kAlways);
  Scheduler scheduler(options, MakeStrategy(options), nullptr);
  REQUIRE_FALSE(scheduler.Decide(loading, 0).delay);
  Scheduler replaying(InMode(Mode::kReplay), nullptr, nullptr);
  Replay replay;
  replay.Add(kStat.name, kStat.phase, 5);
  replaying.SetReplay(std::move(replay));
  REQUIRE(replaying.Decide(loading, 0).delay);
}

TEST_CASE("an operation may have a pace, which a schedule ignores") {
  Operation paced = kStat;
  paced.pace = 0.01;
  const Options options = InMode(Mode::kAlways);
  Scheduler scheduler(options, MakeStrategy(options), nullptr), same(options, MakeStrategy(options), nullptr);
  REQUIRE(scheduler.Decide(paced, 0).ms == Approx(same.Decide(kStat, 0).ms * 0.01));
  Scheduler replaying(InMode(Mode::kReplay), nullptr, nullptr);
  Replay replay;
  replay.Add(kStat.name, kStat.phase, 5);
  replaying.SetReplay(std::move(replay));
  REQUIRE(replaying.Decide(paced, 0).ms == 5);
}

TEST_CASE("an operation of another call site is news, and so is a limit that begins") {
  const Options options = InMode(Mode::kAlways);
  Scheduler scheduler(options, MakeStrategy(options), nullptr);
  REQUIRE(scheduler.news() == 0);
  Operation first = kStat;
  first.site = "a.js:1:1";
  scheduler.Decide(first, 0);
  first.name = "fs.stat@a.js:1:1#2";
  scheduler.Decide(first, 0);
  REQUIRE(scheduler.news() == 1);
  first.site = "a.js:2:1";
  scheduler.Decide(first, 0);
  REQUIRE(scheduler.news() == 2);
  scheduler.limits().Disarm(scheduler.limits().Arm(1000));
  REQUIRE(scheduler.news() == 3);
}

TEST_CASE("mode replay delays what the schedule names, by phase, and nothing else") {
  Scheduler scheduler(InMode(Mode::kReplay), nullptr, nullptr);
  REQUIRE_FALSE(scheduler.Decide(kStat, 0).delay);
  Replay replay;
  replay.Add(kStat.name, Phase::kCallback, 12.5);
  replay.Add(kStat.name, Phase::kEvent, 3);
  REQUIRE(replay.size() == 2);
  scheduler.SetReplay(std::move(replay));
  const Decision decision = scheduler.Decide(kStat, 0);
  REQUIRE(decision.delay);
  REQUIRE(decision.ms == 12.5);
  Operation start = kStat;
  start.phase = Phase::kRegistration;
  REQUIRE_FALSE(scheduler.Decide(start, 0).delay);
}

TEST_CASE("delays in the time of a test runner's limit are bounded") {
  for (const Mode mode : {Mode::kAlways, Mode::kReplay}) {
    Options options = InMode(mode);
    options.min_delay_ms = options.max_delay_ms = 100;
    Scheduler scheduler(options, mode == Mode::kAlways ? MakeStrategy(options) : nullptr, nullptr);
    Replay replay;
    replay.Add(kStat.name, kStat.phase, 100);
    scheduler.SetReplay(std::move(replay));
    double held = 5000;
    scheduler.limits().set_held([&held] { return held; });
    const uint32_t limit = scheduler.limits().Arm(250);
    const uint32_t longer = scheduler.limits().Arm(1000);
    REQUIRE(scheduler.Decide(kStat, 0).ms == 100);
    held += 100;
    REQUIRE(scheduler.Decide(kStat, 0).ms == 100);
    held += 100;
    REQUIRE_FALSE(scheduler.Decide(kStat, 0).delay);
    held -= 100;
    REQUIRE_FALSE(scheduler.Decide(kStat, 0).delay);  // it stays used up
    scheduler.limits().Disarm(limit);
    REQUIRE(scheduler.Decide(kStat, 0).delay);
    scheduler.limits().Disarm(longer);
    held += 10000;
    REQUIRE(scheduler.Decide(kStat, 0).delay);
  }
}

TEST_CASE("a delay that a limit does not allow leaves no trace in the strategy") {
  Options options = InMode(Mode::kAlways);
  options.strategy = "reverse";
  Scheduler scheduler(options, MakeStrategy(options), nullptr);
  Operation done = kStat;
  done.phase = Phase::kWorker;
  const uint32_t limit = scheduler.limits().Arm(1);
  for (int i = 0; i < 3; i++) REQUIRE_FALSE(scheduler.Decide(done, 0).delay);
  scheduler.limits().Disarm(limit);
  REQUIRE(scheduler.Decide(done, 1).ms == options.max_delay_ms);
}

TEST_CASE("the hash of a name is the same everywhere: replays depend on it") {
  REQUIRE(HashOf({.name = ""}) != HashOf({.name = "", .phase = Phase::kTimer}));
  REQUIRE(HashOf(kStat) == HashOf({.name = "fs.stat@a.js:1:1#1", .object = 9}));
  REQUIRE(HashOf(kStat) == 0xc8015ccfe8dd3d07ULL);
}

TEST_CASE("each phase has a word") {
  for (int phase = 0; phase <= static_cast<int>(Phase::kTimer); phase++) {
    REQUIRE(PhaseName(static_cast<Phase>(phase)) != "unknown");
  }
}
