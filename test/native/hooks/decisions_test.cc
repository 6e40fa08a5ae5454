#include "hooks/decisions.h"

#include <catch2/catch.hpp>
#include <memory>

#include "schedule/loop.h"
#include "schedule/strategies/registry.h"

namespace nacd::hooks {
namespace {

using schedule::Operation;
using schedule::Phase;

const Operation kStat{.name = "fs.stat@a.js:1:1#1", .phase = Phase::kCallback, .api = "fs.stat"};
const Operation kTimer{.name = "setTimeout@a.js:2:1#1", .phase = Phase::kTimer, .api = "setTimeout"};

schedule::Options Always() {
  schedule::Options options;
  options.mode = schedule::Mode::kAlways;
  return options;
}

struct Fixture {
  explicit Fixture(Carrier carrier) : decisions(carrier, &scheduler, &loop.queue()) {}

  LoopWithQueue loop;
  schedule::Options options = Always();
  schedule::Scheduler scheduler{options, schedule::MakeStrategy(options), nullptr};
  Decisions decisions;
};

}  // namespace

TEST_CASE("with the engine api the hooks delay all operations", "[hooks]") {
  Fixture api(Carrier::kApi);
  CHECK(api.decisions.Decide(kStat).delay);
  CHECK(api.decisions.Decide(kTimer).delay);
}

TEST_CASE("with the engine loop the hooks delay nothing", "[hooks]") {
  Fixture loop(Carrier::kLoop);
  loop.decisions.HoldByHooks("fs.stat");
  CHECK_FALSE(loop.decisions.Decide(kStat).delay);
  CHECK_FALSE(loop.decisions.Decide(kTimer).delay);
}

TEST_CASE("with both engines the hooks delay timers and what the loop engine cannot hold", "[hooks]") {
  Fixture both(Carrier::kBoth);
  CHECK_FALSE(both.decisions.Decide(kStat).delay);
  CHECK(both.decisions.Decide(kTimer).delay);
  both.decisions.HoldByHooks("fs.stat");
  both.decisions.HoldByHooks("fs.stat");
  CHECK(both.decisions.Decide(kStat).delay);
}

TEST_CASE("gates hold operations with the engine loop too", "[hooks]") {
  Fixture loop(Carrier::kLoop);
  schedule::Location where;
  where.text = where.api = "fs.stat";
  where.phases = 1u << static_cast<unsigned>(Phase::kCallback);
  loop.scheduler.gates().Add({{where}, {}, 0, true});
  const schedule::Decision decision = loop.decisions.Choose(kStat);
  CHECK(decision.delay);
  CHECK(decision.ticket != 0);
  CHECK(loop.decisions.Choose(kTimer).ticket == 0);
}

}  // namespace nacd::hooks
