#include "schedule/replay.h"

#include <catch2/catch.hpp>
#include <string>

#include "schedule/hold.h"

using namespace nacd::schedule;
using nacd::names::Tier;

namespace {

double DelayOf(Replay* replay, std::string_view name, Phase phase = Phase::kCallback) {
  const Decision decision = replay->Find({.name = name, .phase = phase});
  return decision.delay ? decision.ms : -1;
}

}  // namespace

TEST_CASE("an operation whose subject varies is found by its place among those of its form") {
  Replay replay;
  replay.Add({"fs.stat(abc)@a.js:1:1#1<0000002a", Phase::kCallback, 7, Tier::kSubject, 2, {}});
  CHECK(DelayOf(&replay, "fs.stat(x)@a.js:1:1#1<0000002a") == -1);
  CHECK(DelayOf(&replay, "fs.stat(x)@a.js:1:1#1<0000002a") == -1);  // asked twice, it counts once
  CHECK(DelayOf(&replay, "fs.stat(x)@a.js:1:1#1<0000002b") == -1);  // another parent
  CHECK(DelayOf(&replay, "fs.stat(x)@a.js:1:1#1<0000002a", Phase::kRegistration) == -1);
  CHECK(DelayOf(&replay, "fs.stat(y)@a.js:1:1#1<0000002a") == 7);
  CHECK(DelayOf(&replay, "fs.stat(z)@a.js:1:1#1<0000002a") == -1);
}

TEST_CASE("an operation whose parent's name varies is found by call site and count") {
  Replay replay;
  replay.Add({"fs.stat(abc)@a.js:1:1#1<0000002a/fs.stat#1", Phase::kWorker, 7, Tier::kSite, 1, {}});
  CHECK(DelayOf(&replay, "fs.stat(abc)@a.js:1:1#1<11111111", Phase::kWorker) == -1);  // another part of the call
  CHECK(DelayOf(&replay, "fs.stat(d)@a.js:1:1#1<11111111/fs.stat#1", Phase::kWorker) == 7);
}

TEST_CASE("an operation whose call site varies is found by its parent and order") {
  Replay replay;
  replay.Add({"fs.stat@eval1:1:1#1<0000002a", Phase::kCallback, 7, Tier::kParent, 2, "fs.open@a.js:1:1"});
  const std::string parent = "fs.open(q)@a.js:1:1#1";
  char digits[nacd::names::kDigitsSize];
  const std::string_view suffix(
      digits, static_cast<size_t>(nacd::names::PutDigits(nacd::names::DigitsOf(parent), digits) - digits));
  CHECK(DelayOf(&replay, parent) == -1);
  CHECK(DelayOf(&replay, "fs.stat@eval7:1:1#1") == -1);
  CHECK(DelayOf(&replay, "fs.stat@eval7:1:1#1" + std::string(suffix)) == -1);
  CHECK(DelayOf(&replay, "fs.stat@eval8:1:1#1" + std::string(suffix)) == 7);
}

TEST_CASE("a name decides before a tier, and no delay is given to two operations") {
  Replay replay;
  replay.Add({"fs.stat(a)@a.js:1:1#1", Phase::kCallback, 7, Tier::kSubject, 2, {}});
  CHECK(DelayOf(&replay, "fs.stat(a)@a.js:1:1#1") == 7);
  CHECK(DelayOf(&replay, "fs.stat(b)@a.js:1:1#1") == -1);  // the second of the form
  CHECK(DelayOf(&replay, "fs.stat(a)@a.js:1:1#1") == 7);   // the same operation again
}

TEST_CASE("no tier counts what a test runner does for itself: it is not in a trace") {
  for (const Tier tier : {Tier::kSubject, Tier::kSite}) {
    Replay replay;
    replay.Add({"fs.stat(abc)@a.js:1:1#1", Phase::kCallback, 7, tier, 1, {}});
    CHECK_FALSE(replay.Find({.name = "fs.stat(x)@a.js:1:1#1", .phase = Phase::kCallback, .machinery = true}).delay);
    CHECK(DelayOf(&replay, "fs.stat(y)@a.js:1:1#1") == 7);
  }
}

TEST_CASE("operations that wait become due in the order of their ranks, whenever they come") {
  const auto due = [](Replay* replay, std::string_view name, double now) {
    return now + replay->Find({.name = name, .phase = Phase::kWorker}, now).ms;
  };
  const auto schedule = [] {
    Replay replay;
    replay.Add({.name = "first", .phase = Phase::kWorker, .ms = 475, .rank = 1});
    replay.Add({.name = "second", .phase = Phase::kWorker, .ms = 20, .rank = 2});
    replay.Add({.name = "third", .phase = Phase::kWorker, .ms = 500, .rank = 3});
    return replay;
  };
  SECTION("as in the failing run, times are those of the schedule") {
    Replay replay = schedule();
    CHECK(due(&replay, "third", 0) == 500);
    CHECK(due(&replay, "first", 1) == 476);
    CHECK(due(&replay, "second", 470) == 490);
  }
  SECTION("one that comes late is due before those that it went before") {
    Replay replay = schedule();
    CHECK(due(&replay, "third", 0) == 500);
    CHECK(due(&replay, "first", 80) == 490);
    CHECK(due(&replay, "second", 492) == 496);
  }
  SECTION("one that comes early is due after those that it went behind") {
    Replay replay = schedule();
    CHECK(due(&replay, "first", 0) == 475);
    CHECK(due(&replay, "second", 0) == 485);
    CHECK(replay.Find({.name = "second", .phase = Phase::kWorker}, 3).ms == 485);  // asked again
  }
  SECTION("those that have been let go bind nobody") {
    Replay replay = schedule();
    CHECK(due(&replay, "third", 0) == 500);
    CHECK(due(&replay, "first", 600) == 1075);
  }
}

namespace {

Hold HoldOf(Replay* replay, std::string_view name, int64_t now_ms) {
  const Decision decision = replay->Find({.name = name, .phase = Phase::kWorker}, static_cast<double>(now_ms));
  return {decision, now_ms * kNsPerMs, nullptr};
}

// Returns the first millisecond from `from` on at which `hold` is due.
int64_t DueFrom(Hold* hold, int64_t from) {
  while (!hold->IsDue(from * kNsPerMs)) from++;
  return from;
}

}  // namespace

TEST_CASE("an operation that is due waits for one of lower rank that comes late") {
  Replay replay;
  replay.Add({.name = "first", .phase = Phase::kWorker, .ms = 20, .rank = 1});
  replay.Add({.name = "second", .phase = Phase::kWorker, .ms = 100, .rank = 2});
  replay.Add({.name = "third", .phase = Phase::kWorker, .ms = 110, .rank = 3});
  SECTION("until that one has gone") {
    Hold third = HoldOf(&replay, "third", 0);
    Hold second = HoldOf(&replay, "second", 0);
    for (int64_t now = 90; now < 150; now++) {
      CHECK_FALSE(second.IsDue(now * kNsPerMs));
      CHECK_FALSE(third.IsDue(now * kNsPerMs));
    }
    Hold first = HoldOf(&replay, "first", 150);
    const int64_t due = DueFrom(&first, 150);
    CHECK(due == 170);
    int64_t now = due;
    while (!second.IsDue(now * kNsPerMs)) {
      CHECK_FALSE(third.IsDue(now * kNsPerMs));
      now++;
    }
    CHECK(now > due);
    CHECK(now <= due + 10);
    CHECK(DueFrom(&third, now) > now);
  }
  SECTION("not for ever") {
    Hold second = HoldOf(&replay, "second", 0);
    const int64_t due = DueFrom(&second, 0);
    CHECK(due >= 400);
    CHECK(due <= 410);
    Hold third = HoldOf(&replay, "third", 500);
    CHECK(DueFrom(&third, 500) == 610);
  }
  SECTION("not if it is let go for another reason") {
    Hold second = HoldOf(&replay, "second", 0);
    second.Release();
    CHECK(second.IsDue(1));
  }
}

TEST_CASE("of two that went one behind the other, with nothing in between, the first leaves the other no time") {
  const auto schedule = [] {
    Replay replay;
    replay.Add({.name = "first", .phase = Phase::kWorker, .ms = 20, .rank = 1});
    replay.Add({.name = "second", .phase = Phase::kWorker, .ms = 500, .rank = 2, .at_once = true});
    return replay;
  };
  const auto due = [](Replay* replay, std::string_view name, double now) {
    return now + replay->Find({.name = name, .phase = Phase::kWorker}, now).ms;
  };
  SECTION("the first goes right before the other, whether it comes early or late") {
    for (const double comes : {475, 490}) {
      Replay replay = schedule();
      const double second = due(&replay, "second", 0);
      const double first = due(&replay, "first", comes);
      CHECK(first < second);
      CHECK(first > second - 0.1);
    }
  }
  SECTION("the second comes late") {
    Replay replay = schedule();
    const double first = due(&replay, "first", 480);
    const double second = due(&replay, "second", 10);
    CHECK(second > first);
    CHECK(second < first + 20);
  }
  SECTION("times that are far apart stay") {
    Replay replay = schedule();
    CHECK(due(&replay, "second", 0) == 500);
    CHECK(due(&replay, "first", 0) == 20);
  }
  SECTION("without that the next operation has time") {
    Replay replay;
    replay.Add({.name = "first", .phase = Phase::kWorker, .ms = 20, .rank = 1});
    replay.Add({.name = "second", .phase = Phase::kWorker, .ms = 500, .rank = 2});
    CHECK(due(&replay, "second", 0) == 500);
    CHECK(due(&replay, "first", 490) <= 495);
  }
  SECTION("one that waited for the first goes right behind it") {
    Replay replay = schedule();
    Hold second = HoldOf(&replay, "second", 0);
    CHECK_FALSE(second.IsDue(510 * kNsPerMs));
    Hold first = HoldOf(&replay, "first", 511);
    const int64_t gone = DueFrom(&first, 511) * kNsPerMs;
    CHECK_FALSE(second.IsDue(gone));
    CHECK(second.IsDue(gone + kNsPerMs / 10));
  }
}

TEST_CASE("ranks of another loop bind nobody") {
  Replay replay;
  replay.Add({.name = "other", .phase = Phase::kWorker, .ms = 20, .rank = 1, .loop = 2});
  replay.Add({.name = "second", .phase = Phase::kWorker, .ms = 100, .rank = 2, .loop = 1});
  Hold second = HoldOf(&replay, "second", 0);
  CHECK(DueFrom(&second, 0) == 100);
}

TEST_CASE("a program that takes another path is waited for three times only") {
  Replay replay;
  for (uint32_t rank = 1; rank <= 100; rank++) {
    replay.Add({.name = std::to_string(rank), .phase = Phase::kWorker, .ms = 1, .rank = rank});
  }
  int64_t now = 0;
  for (uint32_t rank = 2; rank <= 100; rank += 2) {
    Hold hold = HoldOf(&replay, std::to_string(rank), now);
    now = DueFrom(&hold, now);
  }
  CHECK(now < 1200);
}

TEST_CASE("the highest rank that a schedule may have takes no memory") {
  Replay replay;
  replay.Add({.name = "a", .ms = 1, .rank = 4294967295});
  REQUIRE(replay.Find({.name = "a"}, 0).rank == 4294967295);
}
