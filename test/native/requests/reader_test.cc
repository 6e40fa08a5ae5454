// The reader of traces: what it passes over, and one line for each fault.
#include <catch2/catch.hpp>

#include "../folder.h"
#include "requests/support.h"

using namespace nacd::requests;

namespace {

const std::string kRequest = R"({"type":"request","t":1,"request":1,"handler":"GET /"})"
                             "\n";

}  // namespace

TEST_CASE("a trace without requests has no candidates") {
  const Json found = FindIn("");
  CHECK(found["format"] == 1);
  CHECK(found["requests"] == 0);
  CHECK(found["operations"] == 0);
  CHECK(found["candidates"].empty());
}

TEST_CASE("lines of other types, empty lines and a cut last line are passed over") {
  const Json found = FindIn(
      "{\"type\":\"header\",\"format\":1,\"started\":\"2026-11-21T10:15:30.123Z\"}\n"
      "{\"t\":1,\"name\":\"fs.stat@a.js:1:1#1\",\"id\":1}\n"
      "{\"type\":\"waits\",\"skipped\":3}\n\n" +
      kRequest + "{\"type\":\"operation\",\"t\":2,\"oper");
  CHECK(found["requests"] == 1);
  CHECK(found["operations"] == 0);
}

TEST_CASE("a later line of a request replaces the earlier one") {
  // The value came in a response between the two lines, but the request had begun before.
  const std::string trace =
      R"({"type":"request","t":1,"request":1,"handler":"POST /a"})"
      "\n"
      R"({"type":"request","t":5,"request":1,"handler":"POST /a/:n","sent":["00000000000000aa"]})"
      "\n"
      R"({"type":"operation","t":6,"operation":1,"request":1,"store":"s","site":"a","effects":[{"class":"R","keys":{"key":["k"]}}]})"
      "\n"
      R"({"type":"operation","t":7,"operation":2,"request":1,"store":"s","site":"b","effects":[{"class":"W","keys":{"key":["k"]}}]})"
      "\n";
  const Json found = FindIn(trace);
  REQUIRE(found["candidates"].size() == 1);
  CHECK(found["candidates"][0]["first"]["handler"] == "POST /a/:n");
}

TEST_CASE("hostile lines end in one line with file and line number") {
  const auto [line, fault] = GENERATE(table<std::string, std::string>({
      {"{", "no JSON: fault at byte 2"},
      {"nonsense", "no JSON: fault at byte 2"},
      {"[1]", "no JSON object"},
      {"7", "no JSON object"},
      {R"({"type":"request","t":1})", "lacks \"request\""},
      {R"({"type":"request","t":"now","request":1})", "\"t\" is not valid: a number of milliseconds is needed"},
      {R"({"type":"request","t":1,"request":-1})",
       "\"request\" is not valid: a whole number from 0 to 4294967294 is needed"},
      {R"({"type":"request","t":1,"request":1.5})",
       "\"request\" is not valid: a whole number from 0 to 4294967294 is needed"},
      {R"({"type":"request","t":1,"request":1,"handler":{}})", "\"handler\" is not valid: a string is needed"},
      {R"({"type":"request","t":1,"request":1,"sent":"aa"})", "\"sent\" is not valid: an array of hashes is needed"},
      {R"({"type":"request","t":1,"request":1,"sent":["xyz"]})",
       "\"sent\" is not valid: an array of 16 hexadecimal digits each is needed"},
      {R"({"type":"operation","t":1})", "lacks \"operation\""},
      {R"({"type":"operation","t":1,"operation":1,"effects":{}})",
       "\"effects\" is not valid: an array of objects is needed"},
      {R"({"type":"operation","t":1,"operation":1,"effects":[{"class":"X"}]})",
       "\"class\" is not valid: R, W, A, D or U is needed"},
      {R"({"type":"operation","t":1,"operation":1,"effects":[{"class":"R","keys":[]}]})",
       "\"keys\" is not valid: an object of columns is needed"},
      {R"({"type":"operation","t":1,"operation":1,"effects":[{"class":"R","keys":{"a":[[1]]}}]})",
       "\"keys\" is not valid: a list of values a column is needed"},
      {R"({"type":"operation","t":1,"operation":1,"effects":[{"class":"R","columns":[1]}]})",
       "\"columns\" is not valid: an array of strings is needed"},
      {R"({"type":"operation","t":1,"operation":1,"isolation":"chaos"})",
       "\"isolation\" is not valid: read uncommitted, read committed, repeatable read, snapshot or serializable is "
       "needed"},
      {R"({"type":"transaction","t":1,"transaction":1,"how":"maybe"})",
       "\"how\" is not valid: begin, commit or rollback is needed"},
      {R"({"type":"lock","t":1,"name":"a","how":"grab"})", "\"how\" is not valid: acquire or release is needed"},
      {R"({"type":"message","t":1,"queue":"a","how":"lose"})", "\"how\" is not valid: send or receive is needed"},
      {R"({"type":"schema","table":"a","unique":[1]})", "\"unique\" is not valid: an array of strings is needed"},
      {R"({"type":"header","format":9})", "format 9 is not known: 1 is"},
  }));
  CHECK(FaultOf(kRequest + line + "\n") == "trace.ndjson:2: " + fault);
}

TEST_CASE("deep and broad JSON does not exhaust the reader") {
  CHECK_FALSE(FaultOf(std::string(3'000'000, '[') + "\n").empty());
  CHECK_FALSE(FaultOf("{\"a\":" + std::string(100'000, '[') + "\n").empty());
}

TEST_CASE("a file that cannot be read is named with the reason") {
  Folder folder;
  std::string json;
  std::string error;
  CHECK_FALSE(FindRequestRaces({folder.File("none")}, {}, &json, &error));
  CHECK(error == folder.File("none") + ": cannot be read: No such file or directory");
}

TEST_CASE("a line that is longer than the piece that is read at a time is one line") {
  Folder folder;
  const std::string file = folder.Write("t", kRequest + R"({"type":"request","t":2,"request":2,"handler":")" +
                                                 std::string(3'000'000, 'x') + "\"}\n" + "{\n");
  std::string json;
  std::string error;
  CHECK_FALSE(FindRequestRaces({file}, {}, &json, &error));
  CHECK(error == file + ":3: no JSON: fault at byte 2");
}

TEST_CASE("operations without a request and effects without table or keys are counted") {
  const Json found =
      FindIn(R"({"type":"operation","t":1,"operation":1,"store":"s","effects":[{"class":"W"}]})"
             "\n"
             R"({"type":"operation","t":2,"operation":2,"store":"s","effects":[{"class":"R","table":"a"}]})"
             "\n"
             R"({"type":"operation","t":3,"operation":3,"store":"s","effects":[{"class":"R","keys":{"key":["a"]}}]})"
             "\n");
  CHECK(found["unattributed"] == 3);
  CHECK(found["unknown"] == Json({{"tables", 1}, {"keys", 1}}));
}
