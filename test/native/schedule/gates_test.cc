#include "schedule/gates.h"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "schedule/connected_queues.h"
#include "schedule/delay_queue.h"
#include "schedule/hold.h"
#include "schedule/idle_watch.h"
#include "schedule/loop.h"

namespace nacd::schedule {
namespace {

Operation Callback(std::string_view name, std::string_view api, std::string_view site = {}) {
  Operation operation;
  operation.name = name;
  operation.api = api;
  operation.site = site;
  return operation;
}

Location Of(const std::string& api, uint32_t count = 0) {
  Location location;
  location.text = location.api = api;
  location.count = count;
  return location;
}

// Gates whose tasks run when they are let go, in `ran`.
struct Fixture {
  Gates gates;
  std::vector<std::string> ran;

  std::map<Ticket, std::pair<Hold, std::string>> held;

  Fixture() {
    gates.set_on_release([this] {
      std::vector<std::string> names;
      for (auto& [ticket, waiting] : held) {
        if (waiting.first.GoThrough(gates, 0)) names.push_back(waiting.second);
      }
      for (const std::string& name : names) Run(name);
    });
  }
  Ticket Come(const std::string& name, std::string_view api) {
    const Ticket ticket = gates.Expect(Callback(name, api));
    if (ticket == 0) {
      Run(name);
    } else {
      const Hold hold({true, 0, ticket}, 0, &gates);
      if (hold.at_gates()) {
        held[ticket] = {hold, name};
      } else {
        Run(name);
      }
    }
    return ticket;
  }
  void Run(const std::string& name) {
    gates.Ran(name, Phase::kCallback);
    ran.push_back(name);
  }
};

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("globs") {
  CHECK(MatchesGlob("fs.*", "fs.stat"));
  CHECK(MatchesGlob("*", ""));
  CHECK(MatchesGlob("a*b*c", "aXbXXbYc"));
  CHECK(MatchesGlob("?", "a"));
  CHECK_FALSE(MatchesGlob("?", ""));
  CHECK_FALSE(MatchesGlob("fs.stat", "fs.lstat"));
  CHECK_FALSE(MatchesGlob("a*b", "ac"));
}

TEST_CASE("an operation is matched by its parts") {
  const Operation operation =
      Callback("fs.stat(a.txt)@lib/deep/app.js:3:5#2<0a1b2c3d", "fs.stat", "lib/deep/app.js:3:5");
  Location location = Of("fs.*");
  CHECK(location.Matches(operation));
  location.subject = "*.txt";
  CHECK(location.Matches(operation));
  location.file = "deep/app.js";
  location.line = 3;
  CHECK(location.Matches(operation));
  SECTION("another line") { location.line = 4; }
  SECTION("another file") { location.file = "eep/app.js"; }
  SECTION("another phase") { location.phases = 1U << static_cast<int>(Phase::kEvent); }
  SECTION("another subject") { location.subject = "b*"; }
  SECTION("a detail that is not known") { location.details.emplace_back("path", "*"); }
  CHECK_FALSE(location.Matches(operation));
}

TEST_CASE("a task of the worker pool is meant only where its phase is asked for") {
  Operation task = Callback("fs.stat:a#1", "fs.stat");
  task.phase = Phase::kAction;
  Location location = Of("fs.stat");
  CHECK_FALSE(location.Matches(task));
  location.phases = 1U << static_cast<int>(Phase::kAction);
  CHECK(location.Matches(task));
}

TEST_CASE("what is held goes on when what it waits for has run") {
  Fixture f;
  f.gates.Add({.where = {Of("b")}, .after = {Of("a")}});
  CHECK(f.Come("b#1", "b") != 0);
  CHECK(f.Come("b#2", "b") != 0);
  CHECK(f.gates.blocked());
  CHECK(f.Come("c#1", "c") == 0);
  CHECK(f.Come("a#1", "a") == 0);
  CHECK(f.Come("b#3", "b") == 0);
  CHECK(f.ran == Names{"c#1", "b#1", "b#2", "a#1", "b#3"});  // the release runs at once here, in the midst of a
  CHECK_FALSE(f.gates.blocked());
}

TEST_CASE("the how-manieth") {
  Fixture f;
  f.gates.Add({.where = {Of("a", 2)}, .after = {Of("a", 3)}});
  CHECK(f.Come("a#1", "a") == 0);
  CHECK(f.Come("a#2", "a") != 0);
  CHECK(f.Come("a#3", "a") == 0);
  CHECK(f.ran == Names{"a#1", "a#2", "a#3"});
}

TEST_CASE("none waits for itself") {
  Fixture f;
  f.gates.Add({.where = {Of("a")}, .after = {Of("a", 1)}});
  CHECK(f.Come("a#1", "a") == 0);
}

TEST_CASE("a barrier") {
  Fixture f;
  f.gates.Add({.where = {Of("a")}, .barrier = 3});
  f.Come("a#1", "a");
  f.Come("a#2", "a");
  CHECK(f.ran.empty());
  f.Come("a#3", "a");
  CHECK(f.ran == Names{"a#1", "a#2", "a#3"});
}

TEST_CASE("by hand, and closed again") {
  Fixture f;
  const uint32_t id = f.gates.Add({.where = {Of("a")}, .by_hand = true});
  f.Come("a#1", "a");
  f.gates.Open(id);
  f.Come("a#2", "a");
  f.gates.Close(id);
  f.Come("a#3", "a");
  CHECK(f.ran == Names{"a#1", "a#2"});
  f.gates.Remove(id);
  CHECK(f.ran == Names{"a#1", "a#2", "a#3"});
  CHECK_FALSE(f.gates.any());
}

TEST_CASE("two gates at one place must both be open") {
  Fixture f;
  f.gates.Add({.where = {Of("c")}, .after = {Of("a")}});
  f.gates.Add({.where = {Of("c")}, .after = {Of("b")}});
  f.Come("c#1", "c");
  f.Come("a#1", "a");
  CHECK(f.ran == Names{"a#1"});
  f.Come("b#1", "b");
  CHECK(f.ran == Names{"a#1", "c#1", "b#1"});
}

TEST_CASE("what is cancelled lets go what stands behind it") {
  Fixture f;
  f.gates.Add({.where = {Of("a")}, .by_hand = true});
  Hold hold({true, 0, f.gates.Expect(Callback("a#1", "a"))}, 0, &f.gates);
  CHECK(hold.at_gates());
  f.gates.Cancelled("a#1", Phase::kCallback);
  CHECK(hold.GoThrough(f.gates, 0));
  CHECK_FALSE(f.gates.blocked());
}

TEST_CASE("a refusal is remembered, and holds nothing") {
  Gates gates;
  const uint32_t id = gates.Add({.where = {Of("a")}, .by_hand = true});
  const Ticket ticket = gates.Expect(Callback("a#1", "a"));
  gates.Refuse(ticket, "it can't");
  CHECK(gates.IsOpen(ticket));
  REQUIRE(gates.gates().at(id).refusals.size() == 1);
  CHECK(gates.gates().at(id).refusals[0].why == "it can't");
}

TEST_CASE("what only goes round is no news") {
  Fixture f;
  f.gates.Add({.where = {Of("b")}, .after = {Of("a")}});
  f.Come("c#1", "c");
  const uint64_t news = f.gates.news();
  f.Come("c#2", "c");
  CHECK(f.gates.news() == news);
  f.Come("d#1", "d");
  CHECK(f.gates.news() > news);
}

TEST_CASE("connected callbacks keep their order at a gate") {
  Gates gates;
  LoopWithQueue fixture;  // uses the gates until it is closed
  fixture.queue().set_gates(&gates);
  ConnectedQueues queues(&fixture.queue());
  std::vector<std::string> ran;
  const uint32_t id = gates.Add({.where = {Of("a")}, .by_hand = true});
  const Ticket ticket = gates.Expect(Callback("a#1", "a"));
  queues.Enqueue(1, {true, 0, ticket}, [&ran] { ran.emplace_back("held"); });
  queues.Enqueue(1, {}, [&ran] { ran.emplace_back("behind"); });
  fixture.Run();
  CHECK(ran.empty());
  gates.Open(id);
  fixture.Run();
  CHECK(ran == Names{"held", "behind"});
}

namespace {

struct Idle {
  LoopWithQueue loop;
  int found = 0;
  Prospect prospect = Prospect::kNothing;
  uint64_t others_ms = 0;
  IdleWatch watch{loop.loop(),
                  [this] {
                    return Outlook{prospect, 300, 0};
                  },
                  [this](uint64_t) { return others_ms; }, [this] { found++; }};

  // Returns for how many milliseconds the loop ran.
  double Run() {
    watch.Set(true);
    const uint64_t before = uv_hrtime();
    loop.Run();
    return static_cast<double>(uv_hrtime() - before) / 1e6;
  }
  ~Idle() {
    watch.Close([] {});
    loop.Run();
  }
};

}  // namespace

TEST_CASE("an idle loop is found out at once where nothing can come") {
  Idle idle;
  CHECK(idle.Run() < 100);
  CHECK(idle.found == 1);
}

TEST_CASE("and after a while where something might come from outside") {
  Idle idle;
  idle.prospect = Prospect::kFromOutside;
  CHECK(idle.Run() > 200);
  CHECK(idle.found == 1);
}

TEST_CASE("and for as long as others have to be waited for") {
  Idle idle;
  idle.prospect = Prospect::kFromOutside;
  idle.others_ms = 500;
  CHECK(idle.Run() > 450);
  CHECK(idle.found == 1);
}

TEST_CASE("and not while something is under way") {
  Idle idle;
  idle.prospect = Prospect::kSomething;
  idle.loop.queue().After(30, [&idle] { idle.prospect = Prospect::kNothing; });
  CHECK(idle.Run() > 25);
  CHECK(idle.found == 1);
}

}  // namespace nacd::schedule
