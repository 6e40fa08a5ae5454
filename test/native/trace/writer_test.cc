#include "trace/writer.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../folder.h"
#include "names/name.h"

using namespace nacd;
using nlohmann::json;

namespace {

std::string Quoted(std::string_view text) {
  trace::JsonLine line;
  return std::string(line.String(text).text());
}

std::vector<json> LinesOf(const Folder& folder) {
  std::istringstream text(folder.Read("t.ndjson"));
  std::vector<json> lines;
  for (std::string line; std::getline(text, line);) {
    if (!line.empty()) lines.push_back(json::parse(line));
  }
  return lines;
}

const schedule::Operation kOperation{.name = "fs.stat@a.js:1:2#1",
                                     .phase = schedule::Phase::kCallback,
                                     .api = "fs.stat",
                                     .site = "a.js:1:2",
                                     .object = 3};

}  // namespace

TEST_CASE("JSON strings are escaped, and bytes that are no UTF-8 replaced") {
  CHECK(Quoted("plain") == "\"plain\"");
  CHECK(Quoted("a\"b\\c") == R"("a\"b\\c")");
  CHECK(Quoted(std::string_view("\n\t\0\x1f", 4)) == R"("\u000a\u0009\u0000\u001f")");
  CHECK(Quoted("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80") ==
        "\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80\"");
  CHECK(Quoted("a\xff"
               "b") ==
        "\"a\xef\xbf\xbd"
        "b\"");
  CHECK(Quoted("cut \xe2\x82") == "\"cut \xef\xbf\xbd\xef\xbf\xbd\"");
  CHECK(Quoted("\xc0\xaf") == "\"\xef\xbf\xbd\xef\xbf\xbd\"");
}

TEST_CASE("each byte is escaped wherever it stands") {
  for (int byte = 0; byte < 0x80; byte++) {
    for (size_t place = 0; place < 20; place++) {
      std::string text(20, 'x');
      text[place] = static_cast<char>(byte);
      const std::string quoted = Quoted(text);
      CAPTURE(byte, place, quoted);
      CHECK(json::parse(quoted).get<std::string>() == text);
      CHECK((quoted.size() == text.size() + 2) == (byte >= 0x20 && byte != '"' && byte != '\\'));
    }
  }
}

TEST_CASE("operations are written as documented") {
  const Folder folder;
  {
    trace::Writer writer(folder.File("t.ndjson"));
    REQUIRE(writer.ok());
    writer.WriteHeader(R"({"type":"header"})");
    writer.Write(kOperation, {true, 312});
    writer.Write({.name = "n", .phase = schedule::Phase::kPromise, .api = "a"}, {});
    writer.Write({.name = "n", .api = "a"}, {true, 0.25});
    writer.WriteRun("n", schedule::Phase::kPromise);
    writer.WriteCancel("n", schedule::Phase::kTimer);
    writer.WriteConnect("connect#1", "4:1>2");
    writer.WriteAccepted("listen#1/accepted#1", "listen#1", "4:1>2");
    writer.WriteAccepted("listen#1/accepted#2", "listen#1", "");
  }
  const auto lines = LinesOf(folder);
  REQUIRE(lines.size() == 9);
  CHECK(lines[0].at("type") == "header");
  CHECK(lines[0].at("clock") > 0);
  CHECK(lines[6].at("type") == "connect");
  CHECK(lines[6].at("link") == "4:1>2");
  CHECK(lines[7].at("server") == "listen#1");
  CHECK(lines[7].at("link") == "4:1>2");
  CHECK_FALSE(lines[8].contains("link"));
  CHECK(lines[1].at("t").is_number());
  CHECK(lines[1].at("name") == "fs.stat@a.js:1:2#1");
  CHECK(lines[1].at("phase") == "callback");
  CHECK(lines[1].at("api") == "fs.stat");
  CHECK(lines[1].at("site") == "a.js:1:2");
  CHECK(lines[1].at("object") == 3);
  CHECK(lines[1].at("delay") == 312);
  for (const char* absent : {"site", "object", "delay", "type"}) CHECK_FALSE(lines[2].contains(absent));
  CHECK(lines[3].at("delay") == 0.25);
  CHECK(lines[4].at("type") == "run");
  CHECK(lines[4].at("phase") == "promise");
  CHECK(lines[5].at("type") == "cancel");
  CHECK(lines[5].at("name") == "n");
  CHECK(lines[5].at("phase") == "timer");
  CHECK(lines[5].at("t").is_number());
}

TEST_CASE("an operation has an id in all its phases, and its parent's") {
  const Folder folder;
  const std::string call = "fs.readFile@a.js:1:2#1";
  char digits[names::kDigitsSize];
  const std::string suffix(digits, names::PutDigits(names::DigitsOf(call), digits));
  {
    trace::Writer writer(folder.File("t.ndjson"));
    writer.Announce(call);
    writer.Write({.name = call + "/fs.open#1", .phase = schedule::Phase::kAction, .api = "fs.open"}, {});
    writer.Write({.name = call, .phase = schedule::Phase::kPromise, .api = "fs.readFile"}, {});
    writer.Write({.name = call + "/fs.open#1", .phase = schedule::Phase::kWorker, .api = "fs.open"}, {});
    writer.PassOn("net.connect@a.js:5:2#1" + suffix);
    writer.Write({.name = "net.connect@a.js:5:2#1" + suffix + "/connect#1/ready#1", .api = "stream"}, {});
    writer.Write({.name = "fs.stat@a.js:9:2#1<00000000", .api = "fs.stat"}, {});
  }
  const auto lines = LinesOf(folder);
  const std::vector<std::pair<int, int>> expected = {{2, 1}, {1, 0}, {2, 1}, {3, 1}, {4, 0}};
  REQUIRE(lines.size() == expected.size());
  for (size_t i = 0; i < lines.size(); i++) {
    CHECK(lines[i].at("id") == expected[i].first);
    CHECK(lines[i].value("parent", 0) == expected[i].second);
  }
}

TEST_CASE("operations of many places, with their texts at the same address, keep theirs apart") {
  const Folder folder;
  constexpr int kMany = 1000;
  {
    trace::Writer writer(folder.File("t.ndjson"));
    char site[] = "a.js:1:0000";
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < kMany; i++) {
        snprintf(site, sizeof site, "a.js:1:%04d", i / 4);
        writer.Write({.name = "n",
                      .phase = i % 2 ? schedule::Phase::kEvent : schedule::Phase::kPromise,
                      .api = i % 4 < 2 ? "fs.stat" : "fs.state",
                      .site = site},
                     {});
      }
    }
  }
  const auto lines = LinesOf(folder);
  REQUIRE(lines.size() == 2 * kMany);
  for (int i = 0; i < 2 * kMany; i++) {
    const json& line = lines[static_cast<size_t>(i)];
    char site[] = "a.js:1:0000";
    snprintf(site, sizeof site, "a.js:1:%04d", i % kMany / 4);
    CHECK(line.at("site") == site);
    CHECK(line.at("phase") == (i % 2 ? "event" : "promise"));
    CHECK(line.at("api") == (i % 4 < 2 ? "fs.stat" : "fs.state"));
  }
}

TEST_CASE("a trace grows past its first piece, lines longer than a piece included, and ends where its lines end") {
  const Folder folder;
  const std::string big(600 * 1024, 'x');
  {
    trace::Writer writer(folder.File("t.ndjson"));
    for (int i = 0; i < 20000; i++) writer.Write(kOperation, {true, static_cast<double>(i)});
    writer.WriteLine(Quoted(big));
    writer.Write(kOperation, {});
  }
  const auto lines = LinesOf(folder);
  REQUIRE(lines.size() == 20002);
  for (int i = 0; i < 20000; i++) REQUIRE(lines[static_cast<size_t>(i)].at("delay") == i);
  CHECK(lines[20000] == big);
  const std::string text = folder.Read("t.ndjson");
  CHECK(text.substr(text.size() - 2) == "}\n");
}

TEST_CASE("what was written is there when the process is killed, and can be read while it runs") {
  const Folder folder;
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  if (child == 0) {
    auto* writer = new trace::Writer(folder.File("t.ndjson"));
    for (int i = 0; i < 5000; i++) writer->Write(kOperation, {true, static_cast<double>(i)});
    if (write(ready[1], "x", 1) != 1) _exit(1);
    for (;;) pause();
  }
  char byte;
  REQUIRE(read(ready[0], &byte, 1) == 1);
  CHECK(LinesOf(folder).size() == 5000);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  const auto lines = LinesOf(folder);
  REQUIRE(lines.size() == 5000);
  CHECK(lines.back().at("delay") == 4999);
}

TEST_CASE("a file that can't be made is told, and writing to it does nothing") {
  trace::Writer writer("/no/such/folder/t.ndjson");
  REQUIRE_FALSE(writer.ok());
  CHECK(writer.error() == "No such file or directory");
  writer.Write(kOperation, {});
}

TEST_CASE("a trace ends at its limit, with a line that says so") {
  const Folder folder;
  {
    trace::Writer writer(folder.File("t.ndjson"), 2000);
    writer.WriteHeader(R"({"type":"header"})");
    for (int i = 0; i < 1000; i++) writer.Write(kOperation, {true, 312});
    CHECK_FALSE(writer.ok());
  }
  const std::vector<json> lines = LinesOf(folder);
  CHECK(folder.Read("t.ndjson").size() < 2100);
  CHECK(lines.size() > 5);
  CHECK(lines.back()["type"] == "limit");
  CHECK(lines.back()["bytes"] == 2000);
  CHECK(lines[lines.size() - 2]["name"] == kOperation.name);
}

TEST_CASE("a line of numbers has counts and milliseconds") {
  const Folder folder;
  trace::Writer writer(folder.File("t.ndjson"));
  writer.WriteNumbers("waits", {{"skipped", 1234.5678}, {"skips", 7}, {"outside", 0}});
  const std::vector<json> lines = LinesOf(folder);
  REQUIRE(lines.size() == 1);
  CHECK(lines[0] == json::parse(R"({"type":"waits","skipped":1234.568,"skips":7,"outside":0})"));
}
