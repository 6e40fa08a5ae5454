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

TEST_CASE("an event of another place counts once, while the operation waits for another one as well") {
  const Folder folder;
  Replay here;
  here.awaited().SetPlace("0", folder.File(""));
  here.Add(Constraint({"0.1 timer e", "timer f"}));
  Awaited there;
  there.SetPlace("0.1", folder.File(""));
  there.Announce("0.1 timer e");
  const Gates gates;
  Hold hold(Find(&here), kNow, nullptr);
  there.Over("e", Phase::kTimer);
  here.awaited().LookElsewhere();
  here.awaited().LookElsewhere();
  CHECK_FALSE(hold.GoThrough(gates, kNow));
  CHECK_FALSE(here.awaited().waits_elsewhere());
  here.awaited().Over("f", Phase::kTimer);
  CHECK(hold.GoThrough(gates, kNow));
}

TEST_CASE("an operation waits for events of two other places") {
  const Folder folder;
  Replay here;
  here.awaited().SetPlace("0", folder.File(""));
  here.Add(Constraint({"0.1 timer e", "0.2 timer e"}));
  const Gates gates;
  Hold hold(Find(&here), kNow, nullptr);
  for (const std::string place : {"0.1", "0.2"}) {
    CHECK_FALSE(hold.GoThrough(gates, kNow));
    CHECK(here.awaited().waits_elsewhere());
    Awaited there;
    there.SetPlace(place, folder.File(""));
    there.Announce(place + " timer e");
    there.Over("e", Phase::kTimer);
    here.awaited().LookElsewhere();
  }
  CHECK_FALSE(here.awaited().waits_elsewhere());
  CHECK(hold.GoThrough(gates, kNow));
}

TEST_CASE("an event whose name varies is the nth of its form, by the order in which they come") {
  Replay replay;
  replay.Add(Constraint({"worker fs.stat(abc)@a.js:1:1#1<0000002a/fs.stat#1"}));
  replay.Add({"fs.stat(abc)@a.js:1:1#1<0000002a/fs.stat#1", Phase::kWorker, names::Tier::kSite, 2, {}});
  const Gates gates;
  Hold hold(Find(&replay), kNow, nullptr);
  const std::string names[] = {"fs.stat(x)@a.js:1:1#1<00000001/fs.stat#1", "fs.stat(y)@a.js:1:1#1<00000002/fs.stat#1"};
  for (const std::string& name : names) {
    for (const Phase phase : {Phase::kAction, Phase::kWorker}) replay.Notice({.name = name, .phase = phase});
  }
  replay.awaited().Over(names[0], Phase::kWorker);
  CHECK_FALSE(hold.GoThrough(gates, kNow));
  replay.awaited().Over(names[1], Phase::kAction);
  CHECK_FALSE(hold.GoThrough(gates, kNow));
  replay.awaited().Over(names[1], Phase::kWorker);
  CHECK(hold.GoThrough(gates, kNow));
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
