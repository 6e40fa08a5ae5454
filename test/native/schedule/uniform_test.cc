#include "schedule/strategies/uniform.h"

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "kept.h"
#include "schedule/strategies/registry.h"

using namespace nacd::schedule;

namespace {

Options With(Mode mode, double probability, double min, double max, uint32_t seed = 1) {
  Options options;
  options.seed = seed;
  options.mode = mode;
  options.probability = probability;
  options.min_delay_ms = min;
  options.max_delay_ms = max;
  return options;
}

Operation Named(int i) { return {.name = Kept("fs.stat@app.js:1:1#" + std::to_string(i))}; }

}  // namespace

TEST_CASE("uniform: whole milliseconds, both ends included, each as often") {
  Uniform uniform(With(Mode::kAlways, 0, 10, 14));
  std::vector<int> counts(5);
  for (int i = 0; i < 10000; i++) {
    const Decision decision = uniform.Decide(Named(i), 0);
    REQUIRE(decision.delay);
    REQUIRE(decision.ms == static_cast<int>(decision.ms));
    counts.at(static_cast<size_t>(decision.ms - 10))++;
  }
  for (int count : counts) {
    REQUIRE(count > 1800);
    REQUIRE(count < 2200);
  }
}

TEST_CASE("uniform: delays the share of operations that it is told to") {
  for (double probability : {0.0, 0.1, 0.5, 1.0}) {
    Uniform uniform(With(Mode::kRandom, probability, 0, 500));
    int delayed = 0;
    for (int i = 0; i < 10000; i++) delayed += uniform.Decide(Named(i), 0).delay;
    REQUIRE(delayed >= probability * 10000 - 200);
    REQUIRE(delayed <= probability * 10000 + 200);
  }
}

TEST_CASE("uniform: seed, name and phase decide, and nothing else") {
  Uniform one(With(Mode::kAlways, 0, 0, 1000000));
  Uniform same(With(Mode::kAlways, 0, 0, 1000000));
  Uniform other(With(Mode::kAlways, 0, 0, 1000000, 2));
  for (int i = 99; i >= 0; i--) same.Decide(Named(i), i);
  Operation start = Named(1);
  start.phase = Phase::kRegistration;
  Operation elsewhere = Named(1);
  elsewhere.object = 7;
  elsewhere.site = "other.js:1:1";
  const double ms = one.Decide(Named(1), 0).ms;
  REQUIRE(same.Decide(Named(1), 5000).ms == ms);
  REQUIRE(same.Decide(elsewhere, 0).ms == ms);
  REQUIRE(other.Decide(Named(1), 0).ms != ms);
  REQUIRE(one.Decide(Named(2), 0).ms != ms);
  REQUIRE(one.Decide(start, 0).ms != ms);
}

TEST_CASE("strategies are found by name") {
  Options options;
  for (std::string_view name : StrategyNames()) {
    options.strategy = name;
    REQUIRE(MakeStrategy(options) != nullptr);
  }
  options.strategy = "none such";
  REQUIRE(MakeStrategy(options) == nullptr);
}
