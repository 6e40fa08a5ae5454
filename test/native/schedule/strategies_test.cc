#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <string>

#include "kept.h"
#include "schedule/strategies/pct.h"
#include "schedule/strategies/pos.h"
#include "schedule/strategies/reverse.h"

using namespace nacd::schedule;

namespace {

Options With(Mode mode, uint32_t seed = 1) {
  Options options;
  options.mode = mode;
  options.seed = seed;
  return options;
}

Operation Task(int i, Phase phase = Phase::kWorker) {
  return {.name = Kept("fs.stat(a)@app.js:1:1#" + std::to_string(i) + "/fs.stat#1"), .phase = phase};
}

}  // namespace

TEST_CASE("reverse: last in, first out") {
  Reverse reverse(With(Mode::kAlways));
  double due = 1e9;
  for (int i = 0; i < 5; i++) {
    const Decision decision = reverse.Decide(Task(i), i);
    REQUIRE(decision.delay);
    REQUIRE(i + decision.ms < due);
    due = i + decision.ms;
  }
}

TEST_CASE("reverse: a new group begins when nothing waits") {
  Reverse reverse(With(Mode::kAlways));
  REQUIRE(reverse.Decide(Task(1), 0).ms == 500);
  REQUIRE(reverse.Decide(Task(2), 100).ms < 400);
  REQUIRE(reverse.Decide(Task(3), 501).ms == 500);
}

TEST_CASE("reverse: a message is ahead of what its sender still holds") {
  const auto threads = std::make_shared<Reverse::Threads>();
  Reverse sender(With(Mode::kAlways), threads), other(With(Mode::kAlways), threads);
  REQUIRE(sender.Decide(Task(1), 0).ms == 500);
  const Operation message{.name = "message#1/ready#1", .phase = Phase::kDescriptor, .api = "message"};
  REQUIRE(other.Decide(message, 100).ms < 400);
  REQUIRE(Reverse(With(Mode::kAlways), threads).Decide(Task(2), 100).ms == 500);  // threads are not behind one another
  REQUIRE(other.Decide(message, 601).ms == 500);
}

TEST_CASE("reverse: a change is held before it is made, a look after it was taken, and so is what comes") {
  const auto is_held = [](const char* name, Phase phase) {
    return Reverse(With(Mode::kAlways)).Decide({.name = name, .phase = phase}, 0).delay;
  };
  const char* const rename = "fs.rename(a)@app.js:1:1#1/fs.rename#1";
  const char* const read = "fs.readFile(a)@app.js:2:1#1/fs.read#1";
  REQUIRE(is_held(rename, Phase::kAction));
  REQUIRE_FALSE(is_held(rename, Phase::kWorker));
  REQUIRE(is_held("fs/promises.mkdtemp(a)@app.js:3:1#1/fs.mkdtemp#1", Phase::kAction));
  REQUIRE_FALSE(is_held(read, Phase::kAction));
  REQUIRE(is_held(read, Phase::kWorker));
  // Held before it has read, it would see what is new.
  REQUIRE_FALSE(is_held("fs.readFile(a)@app.js:2:1#1/fs.open#1", Phase::kWorker));
  REQUIRE_FALSE(is_held("fs.readFile(a)@app.js:2:1#1/fs.fstat#1", Phase::kWorker));
  REQUIRE(is_held("fs/promises.open(a)@app.js:8:1#1/fs.open#1", Phase::kWorker));
  REQUIRE(is_held("fs/promises.FileHandle.stat@app.js:9:1#1/fs.fstat#1", Phase::kWorker));
  REQUIRE(is_held("connect#1/ready#2", Phase::kDescriptor));
}

TEST_CASE("reverse, pct, pos: starts and timers keep their order") {
  for (const Phase phase : {Phase::kAction, Phase::kRegistration, Phase::kTimer}) {
    REQUIRE_FALSE(Reverse(With(Mode::kAlways)).Decide(Task(1, phase), 0).delay);
    REQUIRE_FALSE(Pct(With(Mode::kAlways)).Decide(Task(1, phase), 0).delay);
    REQUIRE_FALSE(Pos(With(Mode::kAlways)).Decide(Task(1, phase), 0).delay);
  }
}

TEST_CASE("reverse: most groups begin with one that is held, not all") {
  int held = 0;
  for (int i = 0; i < 1000; i++) {
    Reverse reverse(With(Mode::kRandom, 7));
    held += reverse.Decide(Task(i), 0).delay;
  }
  REQUIRE(held > 930);
  REQUIRE(held < 1000);
}

TEST_CASE("pct: depth d holds d - 1 operations, for the longest delay") {
  Options options = With(Mode::kRandom);
  options.parameters["pct_depth"] = 4;
  for (uint32_t seed = 0; seed < 50; seed++) {
    options.seed = seed;
    Pct pct(options);
    int held = 0;
    for (int i = 0; i < 5000; i++) {
      const Decision decision = pct.Decide(Task(i), i);
      if (!decision.delay) continue;
      REQUIRE(decision.ms == 500);
      held++;
    }
    REQUIRE(held == 3);
  }
}

TEST_CASE("pct: where a run's length is not known, the points are anywhere") {
  std::set<int> first;
  for (uint32_t seed = 0; seed < 200; seed++) {
    Pct pct(With(Mode::kRandom, seed));
    for (int i = 0; i < 1000; i++) {
      if (!pct.Decide(Task(i), i).delay) continue;
      first.insert(i);
      break;
    }
  }
  REQUIRE(first.count(0) == 1);
  REQUIRE(*first.rbegin() > 20);
}

TEST_CASE("pos: who touches the same again draws anew, and a seed repeats it") {
  Pos one(With(Mode::kRandom));
  Pos same(With(Mode::kRandom));
  std::set<double> draws;
  for (int i = 0; i < 20; i++) {
    const Decision decision = one.Decide(Task(1), i);
    REQUIRE(decision.delay);
    REQUIRE(decision.ms <= 500);
    REQUIRE(same.Decide(Task(1), 0).ms == decision.ms);
    draws.insert(decision.ms);
  }
  REQUIRE(draws.size() > 10);
}
