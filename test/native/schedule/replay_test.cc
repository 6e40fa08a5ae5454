#include "schedule/replay.h"

#include <catch2/catch.hpp>

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
