#include "schedule/schedule_file.h"

#include <catch2/catch.hpp>
#include <string>

#include "../folder.h"

using namespace nacd::schedule;

namespace {

// Returns what is said of a file with this text, without the file's name; "" where it is valid.
std::string FaultOf(const std::string& text) {
  const Folder folder;
  const std::string file = folder.Write("schedule.json", text);
  Replay replay;
  replay.Add("kept", Phase::kCallback, 1);
  std::string error;
  if (ReadScheduleFile(file, &replay, &error)) return {};
  CHECK(replay.size() == 1);  // not changed
  CHECK(error.substr(0, file.size() + 2) == file + ": ");
  return error.substr(file.size() + 2);
}

std::string WithDelay(const std::string& delay) { return R"({"format":1,"delays":[)" + delay + "]}"; }

}  // namespace

TEST_CASE("a schedule is read") {
  const Folder folder;
  const std::string file = folder.Write(
      "s.json",
      WithDelay(R"({"name":"a","phase":"callback","delay":3.5,"more":1},{"name":"a","phase":"event","delay":0})"));
  Replay replay;
  replay.Add("old", Phase::kCallback, 1);
  std::string error;
  REQUIRE(ReadScheduleFile(file, &replay, &error));
  REQUIRE(replay.size() == 2);
  REQUIRE(replay.Find({.name = "a"}).ms == 3.5);
  REQUIRE(replay.Find({.name = "a", .phase = Phase::kEvent}).delay);
  REQUIRE_FALSE(replay.Find({.name = "old"}).delay);
}

TEST_CASE("a schedule that is not valid is told with its place") {
  CHECK(FaultOf("") == "not a JSON object");
  CHECK(FaultOf("{") == "not a JSON object");
  CHECK(FaultOf("[]") == "not a JSON object");
  CHECK(FaultOf("{}") == "/format: must be 1");
  CHECK(FaultOf(R"({"format":"1","delays":[]})") == "/format: must be 1");
  CHECK(FaultOf(R"({"format":1})") == "/delays: must be an array");
  CHECK(FaultOf(R"({"format":1,"delays":{}})") == "/delays: must be an array");
  CHECK(FaultOf(WithDelay("1")).find("/delays/0: must be an object") == 0);
  CHECK(FaultOf(WithDelay(R"({"phase":"event","delay":1})")).find("/delays/0/name") == 0);
  CHECK(FaultOf(WithDelay(R"({"name":"a","phase":"lunch","delay":1})")) == "/delays/0/phase: unknown phase: lunch");
  CHECK(FaultOf(WithDelay(R"({"name":"a","phase":"event","delay":"1"})")).find("/delays/0/delay") == 0);
  CHECK(FaultOf(WithDelay(R"({"name":"a","phase":"event","delay":-1})")).find("/delays/0/delay") == 0);
  CHECK(FaultOf(WithDelay(R"({"name":"a","phase":"event","delay":1},{})")).find("/delays/1/name") == 0);
  CHECK(FaultOf(WithDelay(R"({"name":"a","phase":"event","delay":1,"rank":0})")).find("/delays/0/rank") == 0);
}

TEST_CASE("a delay says in which threads it was, and what came during a stall") {
  const Folder folder;
  const std::string file = folder.Write(
      "s.json", WithDelay(R"({"name":"a","phase":"stall","delay":3,"thread":"main","until":["timer t"]},)"
                          R"({"name":"b","phase":"descriptor","delay":3,"thread":"worker","beforeEnd":true})"));
  Replay main, worker;
  std::string error;
  REQUIRE(ReadScheduleFile(file, &main, &error));
  REQUIRE(ReadScheduleFile(file, &worker, &error, false));
  REQUIRE(main.size() == 1);
  REQUIRE(*main.Find({.name = "a", .phase = Phase::kStall}).until == std::vector<std::string>{"timer t"});
  REQUIRE_FALSE(worker.stalls());
  REQUIRE(worker.Find({.name = "b", .phase = Phase::kDescriptor}).before_end);
  const std::string delay = R"({"name":"a","phase":"stall","delay":1,)";
  CHECK(FaultOf(WithDelay(delay + R"("thread":"other"})")).find("/delays/0/thread") == 0);
  CHECK(FaultOf(WithDelay(delay + R"("until":"timer t"})")).find("/delays/0/until") == 0);
  CHECK(FaultOf(WithDelay(delay + R"("until":[1]})")).find("/delays/0/until") == 0);
  CHECK(FaultOf(WithDelay(delay + R"("beforeEnd":1})")).find("/delays/0/beforeEnd") == 0);
}

TEST_CASE("a schedule that can't be read") {
  Replay replay;
  std::string error;
  REQUIRE_FALSE(ReadScheduleFile("/no/such/file", &replay, &error));
  REQUIRE(error == "/no/such/file: cannot be read");
}
