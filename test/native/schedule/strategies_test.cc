#include <catch2/catch.hpp>
#include <memory>
#include <set>
#include <string>

#include "kept.h"
#include "names/name.h"
#include "schedule/strategies/alike.h"
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

// Returns a function that tells whether the strategy, which goes on from call to call, delays an operation.
auto Holding(Reverse* reverse) {
  return [reverse](const char* name, Phase phase) { return reverse->Decide({.name = name, .phase = phase}, 0).delay; };
}

}  // namespace

TEST_CASE("reverse: last in, first out") {
  Options options = With(Mode::kAlways);
  for (const double share : {0.25, 0.5, 0.95}) {
    options.parameters["reverse_share"] = share;
    Reverse reverse(options);
    double due = 1e9;
    for (int i = 0; i < 5; i++) {
      const Decision decision = reverse.Decide(Task(i), i);
      REQUIRE(decision.delay);
      REQUIRE(i + decision.ms < due);
      due = i + decision.ms;
    }
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

TEST_CASE("reverse: a task is held at its start or at its completion") {
  Options options = With(Mode::kAlways);
  for (const double share : {0.0, 0.5, 1.0}) {
    options.parameters["reverse_starts"] = share;
    int starts = 0;
    for (int i = 0; i < 100; i++) {
      const bool at_start = Reverse(options).Decide(Task(i, Phase::kAction), 0).delay;
      REQUIRE(Reverse(options).Decide(Task(i), 0).delay != at_start);
      starts += at_start;
    }
    REQUIRE(starts >= 100 * share - 20);
    REQUIRE(starts <= 100 * share + 20);
  }
}

TEST_CASE("reverse: by effect a change is held before it is made, a look after it was taken, and so is what comes") {
  Options options = With(Mode::kAlways);
  options.parameters = {{"reverse_starts", 2}, {"reverse_share", 0.5}};
  const auto is_held = [&](const char* name, Phase phase) {
    return Reverse(options).Decide({.name = name, .phase = phase}, 0).delay;
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
  REQUIRE(is_held("connect#1/ready#2", Phase::kDescriptor));
}

TEST_CASE("reverse: with tasks alone, a change is held before it is made, a look after it was taken") {
  Options options = With(Mode::kAlways);
  options.parameters["reverse_tasks"] = 1;
  Reverse tasks(options);
  const auto is_held = Holding(&tasks);
  const char* const stat = "fs.stat(a)@app.js:1:1#1/fs.stat#1";
  const char* const rename = "fs.rename(a)@app.js:5:1#1/fs.rename#1";
  REQUIRE_FALSE(is_held(rename, Phase::kAction));  // begins no group
  REQUIRE_FALSE(is_held(stat, Phase::kAction));
  REQUIRE(is_held(stat, Phase::kWorker));
  REQUIRE(is_held(rename, Phase::kAction));
  REQUIRE_FALSE(is_held(rename, Phase::kWorker));
  REQUIRE_FALSE(is_held("connect#1/ready#2", Phase::kDescriptor));
  // Held before it has read, it would see what is new.
  REQUIRE_FALSE(is_held("fs.readFile(a)@app.js:7:1#1/fs.open#1", Phase::kWorker));
  REQUIRE_FALSE(is_held("fs.readFile(a)@app.js:7:1#1/fs.fstat#1", Phase::kWorker));
  REQUIRE(is_held("fs.readFile(a)@app.js:7:1#1/fs.read#1", Phase::kWorker));
  REQUIRE(is_held("fs/promises.open(a)@app.js:8:1#1/fs.open#1", Phase::kWorker));
  REQUIRE(is_held("fs/promises.FileHandle.stat@app.js:9:1#1/fs.fstat#1", Phase::kWorker));
  options.parameters["reverse_tasks"] = 0;
  REQUIRE(Reverse(options).Decide({.name = "connect#1/ready#2", .phase = Phase::kDescriptor}, 0).delay);
}

TEST_CASE("reverse: with tasks alone, a look waits for a chain of changes that was submitted beside it") {
  Options options = With(Mode::kAlways);
  options.parameters = {{"reverse_tasks", 1}, {"reverse_share", 0.1}};
  Reverse tasks(options);
  // As fs.readFile() beside a file that is written anew and renamed: the write is decided about at its start, so before
  // the read, which was submitted before it.
  double now = tasks.Decide({.name = "fs.writeFile(b)@app.js:2:1#1/fs.open#1", .phase = Phase::kAction}, 0).ms;
  const double read = tasks.Decide({.name = "fs.readFile(a)@app.js:1:1#1/fs.read#1", .phase = Phase::kWorker}, 0).ms;
  for (const char* name : {"fs.writeFile(b)@app.js:2:1#1/fs.write#1", "fs.writeFile(b)@app.js:2:1#1/fs.close#1",
                           "fs.rename(b)@app.js:3:1#1/fs.rename#1"}) {
    now += tasks.Decide({.name = name, .phase = Phase::kAction}, now).ms;
  }
  REQUIRE(now < read);
}

TEST_CASE("reverse: with looks in workers and children, a change begins a group once anything has come") {
  Options options = With(Mode::kAlways);
  options.parameters["reverse_tasks"] = 4;
  Reverse tasks(options);
  const auto is_held = Holding(&tasks);
  REQUIRE_FALSE(is_held("fs.writeFile(a)@app.js:1:1#1/fs.open#1", Phase::kAction));  // what the process starts with
  REQUIRE_FALSE(is_held("pipe#1/ready#1", Phase::kDescriptor));
  REQUIRE(is_held("fs.writeFile(b)@app.js:3:1#1/fs.open#1", Phase::kAction));
  REQUIRE(Reverse(options).Decide({.name = "fs.stat(a)@app.js:2:1#1/fs.stat#1", .phase = Phase::kWorker}, 0).delay);
}

TEST_CASE("reverse: with changes, a chain's second one is held, and no look begins a group") {
  Options options = With(Mode::kAlways);
  options.parameters = {{"reverse_tasks", 2}, {"reverse_following", 2}};
  Reverse changes(options);
  const auto is_held = Holding(&changes);
  REQUIRE_FALSE(is_held("fs.writeFile(a)@app.js:1:1#1/fs.open#1", Phase::kAction));  // what the program starts with
  REQUIRE_FALSE(is_held("fs.writeFile(a)@app.js:1:1#1/fs.open#1", Phase::kWorker));
  REQUIRE_FALSE(is_held("fs.writeFile(a)@app.js:1:1#1/fs.write#1", Phase::kAction));
  REQUIRE_FALSE(is_held("fs.stat(b)@app.js:2:1#1<97ab604c/fs.stat#1", Phase::kWorker));
  REQUIRE(is_held("fs.writeFile(b)@app.js:3:1#1/fs.open#1", Phase::kAction));  // behind an await
  REQUIRE(is_held("fs.stat(b)@app.js:2:1#2<97ab604c/fs.stat#1", Phase::kWorker));
}

TEST_CASE("reverse: with answers, what comes to a client after it has connected begins a group") {
  Options options = With(Mode::kAlways);
  options.parameters = {{"reverse_tasks", 2}, {"reverse_following", 2}, {"reverse_answers", 1}};
  const auto is_held = [&](const char* name) {
    return Reverse(options).Decide({.name = name, .phase = Phase::kDescriptor}, 0).delay;
  };
  REQUIRE(is_held("http.request@app.js:1:1#1/connect#1/ready#2"));
  const Operation output{
      .name = "child_process.fork(a)@app.js:2:1#1/pipe#2/ready#1", .phase = Phase::kDescriptor, .api = "pipe"};
  REQUIRE(Reverse(options).Decide(output, 0).delay);
  REQUIRE_FALSE(is_held("connect#1/ready#1"));
  REQUIRE_FALSE(is_held("connect#1/accepted/ready#2"));
  REQUIRE_FALSE(is_held("listen#1/ready#2"));
  options.parameters["reverse_answers"] = 0;
  REQUIRE_FALSE(is_held("connect#1/ready#2"));
}

TEST_CASE("reverse: a group begins with what follows from another operation") {
  Options options = With(Mode::kAlways);
  options.parameters["reverse_following"] = 1;
  const auto is_first = [&](Reverse* reverse, const char* name, Phase phase = Phase::kWorker) {
    return reverse->Decide({.name = name, .phase = phase}, 0).delay;
  };
  Reverse calls(options);
  REQUIRE_FALSE(is_first(&calls, "fs.stat(a)@app.js:1:1#1/fs.stat#1"));
  REQUIRE_FALSE(is_first(&calls, "connect#1/ready#2", Phase::kDescriptor));
  REQUIRE(is_first(&calls, "fs.stat(b)@app.js:2:1#1<97ab604c/fs.stat#1"));
  REQUIRE(is_first(&calls, "connect#1/ready#3", Phase::kDescriptor));  // of the group that has begun
  Reverse parts(options);
  REQUIRE_FALSE(is_first(&parts, "fs.readFile(a)@app.js:1:1#1/fs.open#1", Phase::kAction));
  REQUIRE_FALSE(is_first(&parts, "fs.readFile(a)@app.js:1:1#1/fs.open#1"));
  REQUIRE(is_first(&parts, "fs.readFile(a)@app.js:1:1#1/fs.read#1"));
  options.parameters["reverse_following"] = 2;
  Reverse whole(options);
  REQUIRE_FALSE(is_first(&whole, "fs.readFile(a)@app.js:1:1#1/fs.open#1"));
  REQUIRE_FALSE(is_first(&whole, "fs.readFile(a)@app.js:1:1#1/fs.read#1"));
  REQUIRE(is_first(&whole, "fs.stat(b)@app.js:2:1#1<97ab604c/fs.stat#1"));
  Reverse behind_await(options);  // where no name says what a call follows from
  // Node.js reads the program's module itself, and a test runner works before the tests.
  REQUIRE_FALSE(is_first(&behind_await, "fs.open:app.mjs#1"));
  behind_await.Decide({.name = "fs.read@run.js:1:1#1/fs.read#1", .phase = Phase::kWorker, .machinery = true}, 0);
  REQUIRE_FALSE(is_first(&behind_await, "fs/promises.stat(a)@app.js:1:7#1/fs.stat#1", Phase::kAction));
  REQUIRE_FALSE(is_first(&behind_await, "fs/promises.stat(a)@app.js:1:7#1/fs.stat#1"));
  REQUIRE_FALSE(is_first(&behind_await, "fs/promises.stat(b)@app.js:2:7#1/fs.stat#1", Phase::kAction));
  REQUIRE(is_first(&behind_await, "fs/promises.stat(b)@app.js:2:7#1/fs.stat#1"));
}

TEST_CASE("reverse: one child of two and one port of two are late as a whole, whatever else is held") {
  Options options = With(Mode::kAlways);
  const auto begins = [](Reverse* reverse, const char* name) {
    return reverse->Decide({.name = name, .phase = Phase::kDescriptor, .api = "child"}, 0).ms;
  };
  const auto comes = [](Reverse* reverse, const char* name) {
    return reverse->Decide({.name = name, .phase = Phase::kDescriptor, .api = "message"}, 0).ms;
  };
  for (const int which : {2, 3}) {
    options.parameters = {{"slow_children", which}, {"reverse_tasks", 1}};
    const double first = which == 2 ? options.max_delay_ms : 0;
    const double second = options.max_delay_ms - first;
    Reverse reverse(options);
    REQUIRE(begins(&reverse, "child#1/ready#1") == first);
    REQUIRE(begins(&reverse, "child#2/ready#1") == second);
    REQUIRE(begins(&reverse, "child#3/ready#1") == first);
    REQUIRE(comes(&reverse, "message#1/ready#1") == second);
    REQUIRE(comes(&reverse, "message#4/ready#1") == first);
    REQUIRE(comes(&reverse, "message#1/ready#2") == second);
    reverse.Refused();  // there is no group that it would leave
  }
}

namespace {

Options AlikeBy(int by, int bit = 0, int others = 0) {
  Options options = With(Mode::kRandom);
  options.parameters = {{"alike_by", by}, {"alike_bit", bit}, {"alike_others", others}};
  return options;
}

bool IsLate(Alike* alike, const char* name, const char* api, Phase phase = Phase::kWorker) {
  const Decision decision =
      alike->Decide({.name = name, .phase = phase, .api = api, .site = nacd::names::SiteOf(name)}, 0);
  if (decision.delay) REQUIRE(decision.ms == 500);
  return decision.delay;
}

constexpr const char* kStat = "fs.stat(a)@app.js:1:1#1/fs.stat#1";
constexpr const char* kOther = "fs.stat(b)@app.js:2:1#1/fs.stat#1";
constexpr const char* kClient = "connect#1/ready#1";
constexpr const char* kServer = "connect#1/accepted/ready#1";

}  // namespace

TEST_CASE("alike: all of a slow kind are late by the same time, and nothing else") {
  for (const bool others : {false, true}) {
    Alike alike(AlikeBy(0, 0, others));
    for (int round = 0; round < 3; round++) {
      REQUIRE(IsLate(&alike, kStat, "fs.stat") == !others);
      REQUIRE(IsLate(&alike, kClient, "stream", Phase::kDescriptor) == others);
      REQUIRE(IsLate(&alike, kOther, "fs/promises.stat") == !others);
      REQUIRE(IsLate(&alike, "crypto.pbkdf2@app.js:3:1#1/work#1", "crypto.pbkdf2") == !others);
      REQUIRE(IsLate(&alike, kServer, "stream", Phase::kDescriptor) == others);
    }
  }
}

TEST_CASE("alike: call sites, files, ends of connections and children have speeds of their own") {
  Alike sites(AlikeBy(1));
  REQUIRE(IsLate(&sites, kStat, "fs.stat"));
  REQUIRE_FALSE(IsLate(&sites, kOther, "fs.stat"));
  REQUIRE(IsLate(&sites, "fs.stat(b)@app.js:1:1#2/fs.stat#1", "fs.stat"));
  Alike resources(AlikeBy(2));
  REQUIRE(IsLate(&resources, kStat, "fs.stat"));
  REQUIRE_FALSE(IsLate(&resources, kOther, "fs.stat"));
  REQUIRE_FALSE(IsLate(&resources, "fs.stat(b)@app.js:1:1#2/fs.stat#1", "fs.stat"));
  Alike children(AlikeBy(2));
  const auto output = [&](const char* name) { return IsLate(&children, name, "pipe", Phase::kDescriptor); };
  REQUIRE(output("child_process.fork(a.js)@app.js:1:1#1/pipe#1/ready#1"));
  REQUIRE_FALSE(output("child_process.fork(a.js)@app.js:1:1#2/pipe#1/ready#1"));
  REQUIRE(output("child_process.fork(a.js)@app.js:1:1#1/pipe#2/ready#7"));
  Alike ends(AlikeBy(2));
  REQUIRE(IsLate(&ends, kClient, "stream", Phase::kDescriptor));
  REQUIRE_FALSE(IsLate(&ends, kServer, "stream", Phase::kDescriptor));
}

TEST_CASE("alike: each two things are apart in some run, both ways") {
  std::set<std::pair<int, int>> apart;
  const std::string names[] = {"a", "b", "c", "d"};
  for (int run = 0; run < 4; run++) {
    Alike alike(AlikeBy(1, run / 2, run % 2));
    bool slow[4];
    for (int i = 0; i < 4; i++)
      slow[i] = IsLate(&alike, Kept("fs.stat@" + names[i] + ".js:1:1#1/fs.stat#1").data(), "fs.stat");
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        if (slow[i] && !slow[j]) apart.emplace(i, j);
      }
    }
  }
  REQUIRE(apart.size() == 12);
}

TEST_CASE("alike: a change is late before it is made, a look after it was taken") {
  Alike alike(AlikeBy(0));
  REQUIRE_FALSE(IsLate(&alike, kStat, "fs.stat", Phase::kAction));
  REQUIRE(IsLate(&alike, kStat, "fs.stat"));
  REQUIRE(IsLate(&alike, "fs.rename(a)@app.js:5:1#1/fs.rename#1", "fs.rename", Phase::kAction));
  REQUIRE_FALSE(IsLate(&alike, "fs.rename(a)@app.js:5:1#1/fs.rename#1", "fs.rename"));
  REQUIRE_FALSE(IsLate(&alike, "fs.readFile(a)@app.js:7:1#1/fs.open#1", "fs.open"));
  REQUIRE(IsLate(&alike, "fs.readFile(a)@app.js:7:1#1/fs.read#1", "fs.read"));
  REQUIRE_FALSE(IsLate(&alike, "setTimeout@app.js:6:1#1", "setTimeout", Phase::kTimer));
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
