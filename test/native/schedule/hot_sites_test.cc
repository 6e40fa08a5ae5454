#include "schedule/hot_sites.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "kept.h"
#include "schedule/scheduler.h"
#include "schedule/strategies/registry.h"

using namespace nacd::schedule;

namespace {

constexpr int kCold = 500;
constexpr auto kCycle = static_cast<size_t>(HotSites::kCycle);
constexpr auto kBurst = static_cast<size_t>(HotSites::kBurst);

Options WithSeed(uint32_t seed) {
  Options options;
  options.seed = seed;
  options.mode = Mode::kAlways;
  return options;
}

Operation Task(size_t number, const std::string& call = "fs.stat@a.js:1:1") {
  return {.name = Kept(call + '#' + std::to_string(number) + "<1a2b3c4d/fs.stat#1"), .phase = Phase::kWorker};
}

// Makes the site of Task() hot.
void Heat(HotSites* sites) {
  for (int i = 0; i < kCold; i++) REQUIRE_FALSE(sites->Rests(Task(static_cast<size_t>(i))));
}

// Returns the places in a cycle at which a hot site does not rest.
std::vector<size_t> AwakeIn(HotSites* sites) {
  std::vector<size_t> awake;
  for (size_t i = 0; i < kCycle; i++) {
    if (!sites->Rests(Task(i))) awake.push_back(i);
  }
  return awake;
}

}  // namespace

TEST_CASE("a site that was decided about often rests, but for one burst in each cycle") {
  HotSites sites(WithSeed(1));
  Heat(&sites);
  for (int cycle = 0; cycle < 4; cycle++) {
    const std::vector<size_t> awake = AwakeIn(&sites);
    REQUIRE(awake.size() == kBurst);
    CHECK(awake.back() - awake.front() == kBurst - 1);
  }
}

TEST_CASE("the seed says where in a cycle the burst is") {
  std::vector<size_t> starts;
  for (const uint32_t seed : {1, 1, 2}) {
    HotSites sites(WithSeed(seed));
    Heat(&sites);
    starts.push_back(AwakeIn(&sites).front());
  }
  CHECK(starts[0] == starts[1]);
  CHECK(starts[0] != starts[2]);
}

TEST_CASE("hot sites rest together, a cold one does not") {
  HotSites sites(WithSeed(1));
  Heat(&sites);
  for (int i = 0; i < kCold; i++) sites.Rests(Task(static_cast<size_t>(i), "fs.stat@b.js:1:1"));
  bool one_rests = sites.Rests(Task(0));
  int apart = 0;
  for (size_t i = 1; i < kCycle; i++) {
    const bool rests = sites.Rests(Task(i, i % 2 ? "fs.stat@b.js:1:1" : "fs.stat@a.js:1:1"));
    if (rests != one_rests) apart++;
    one_rests = rests;
  }
  CHECK(apart <= 2);
  for (int i = 0; i < kCold; i++) CHECK_FALSE(sites.Rests(Task(static_cast<size_t>(i), "fs.stat@c.js:1:1")));
}

TEST_CASE("the phases of an operation are sites of their own, its count and its parent are not") {
  HotSites sites(WithSeed(1));
  Heat(&sites);
  Operation start = Task(1);
  start.phase = Phase::kAction;
  CHECK(AwakeIn(&sites).size() == kBurst);
  CHECK_FALSE(sites.Rests(start));
}

TEST_CASE("a new site wakes the hot ones for a while") {
  HotSites sites(WithSeed(1));
  Heat(&sites);
  REQUIRE(AwakeIn(&sites).size() == kBurst);
  CHECK_FALSE(sites.Rests(Task(0, "fs.stat@b.js:1:1")));
  for (size_t i = 1; i < kCold; i++) CHECK_FALSE(sites.Rests(Task(i)));
  CHECK(AwakeIn(&sites).size() == kBurst);
}

TEST_CASE("with hot_after 0 no site rests") {
  Options options = WithSeed(1);
  options.parameters["hot_after"] = 0;
  HotSites sites(options);
  Heat(&sites);
  CHECK(AwakeIn(&sites).size() == kCycle);
}

TEST_CASE("chance does not delay an operation whose site rests, a schedule does") {
  const Options options = WithSeed(1);
  Scheduler scheduler(options, MakeStrategy(options), nullptr);
  Options replaying = options;
  replaying.mode = Mode::kReplay;
  Scheduler replayer(replaying, nullptr, nullptr);
  Replay replay;
  const size_t all = kCold + kCycle;
  for (size_t i = 0; i < all; i++) replay.Add(Task(i).name, Phase::kWorker, 5);
  replayer.SetReplay(std::move(replay));
  size_t delayed = 0;
  for (size_t i = 0; i < all; i++) {
    const bool delay = scheduler.Decide(Task(i), 0).delay;
    CHECK(scheduler.resting() != delay);
    delayed += delay ? 1 : 0;
    CHECK(replayer.Decide(Task(i), 0).delay);
  }
  CHECK(delayed == kCold + kBurst);
}
