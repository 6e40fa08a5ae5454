#include "schedule/awaited.h"

#include <catch2/catch.hpp>
#include <string>

#include "../folder.h"
#include "schedule/hold.h"
#include "schedule/replay.h"

namespace nacd::schedule {
namespace {

constexpr int64_t kNow = 1000 * kNsPerMs;

ReplayedDelay Constraint(std::vector<std::string> after) {
  ReplayedDelay delay{"p", Phase::kWorker, 500};
  delay.after = std::move(after);
  return delay;
}

Decision Find(Replay* replay) { return replay->Find({.name = "p", .phase = Phase::kWorker}); }

}  // namespace

TEST_CASE("a hold ends when all that it waits for has happened, and at the latest with its delay") {
  Replay replay;
  replay.Add(Constraint({"timer e", "worker f"}));
  const Gates gates;
  Hold hold(Find(&replay), kNow, nullptr);
  CHECK_FALSE(hold.IsDue(kNow));
  CHECK(hold.IsDue(kNow + 500 * kNsPerMs));
  replay.awaited().Over("e", Phase::kTimer);
  CHECK_FALSE(hold.GoThrough(gates, kNow));
  replay.awaited().Over("e", Phase::kWorker);  // another operation of that name
  CHECK_FALSE(hold.GoThrough(gates, kNow));
  replay.awaited().Over("f", Phase::kWorker);
  CHECK(hold.GoThrough(gates, kNow));
  CHECK(hold.IsDue(kNow));
}

TEST_CASE("what has happened before is not waited for") {
  Replay replay;
  replay.Add(Constraint({"timer e"}));
  replay.awaited().Over("e", Phase::kTimer);
  CHECK_FALSE(Find(&replay).delay);
}

TEST_CASE("an event of another place is announced there, and found here while something waits for it") {
  const Folder folder;
  Replay here;
  here.awaited().SetPlace("0", folder.File(""));
  here.Add(Constraint({"0.1 timer e"}));
  Awaited there;
  there.SetPlace("0.1", folder.File(""));
  there.Announce("0.1 timer e");
  here.awaited().LookElsewhere();
  CHECK_FALSE(here.awaited().waits_elsewhere());
  Hold hold(Find(&here), kNow, nullptr);
  CHECK(here.awaited().waits_elsewhere());
  here.awaited().LookElsewhere();
  CHECK_FALSE(hold.GoThrough(Gates(), kNow));
  there.Over("e", Phase::kTimer);
  here.awaited().LookElsewhere();
  CHECK(hold.GoThrough(Gates(), kNow));
  CHECK_FALSE(here.awaited().waits_elsewhere());
}

TEST_CASE("nobody waits elsewhere once the hold is over") {
  Replay replay;
  replay.awaited().SetPlace("0", "/nowhere");
  replay.Add(Constraint({"0.1 timer e"}));
  Find(&replay);
  CHECK(replay.awaited().waits_elsewhere());
  replay.awaited().Over("p", Phase::kWorker);
  CHECK_FALSE(replay.awaited().waits_elsewhere());
}

}  // namespace nacd::schedule
