// Candidates of the same handlers, call sites and pattern are one, ranked by likely harm.
#include <catch2/catch.hpp>

#include "requests/support.h"

using namespace nacd::requests;

namespace {

std::string On(char kind, const std::string& row) {
  return std::string(R"({"class":")") + kind + R"(","table":"t","keys":{"id":[")" + row +
         R"("]},"unique":true,"columns":["n"],"rows":1})";
}

Trace Redeems(int count) {
  Trace trace;
  for (int i = 1; i <= count; ++i) {
    trace.Request(i, "POST /redeem").Do("a", On('R', "1")).Do("b", On('W', "1"));
  }
  return trace;
}

}  // namespace

TEST_CASE("pairs of the same call sites are one candidate, with examples") {
  const Json found = FindIn(Redeems(4).text());
  REQUIRE(found["candidates"].size() == 1);
  const Json& candidate = found["candidates"][0];
  CHECK(candidate["same"] == true);
  CHECK(candidate["examples"] == 10);  // four copies, six pairs
  CHECK(candidate["more"].size() == 7);
  CHECK(found["pairs"]["conflicting"] == 10);
  CHECK(found["pairs"]["left"] == 1);
  CHECK(found["pairs"]["pruned"]["duplicate"] == 9);
}

TEST_CASE("the counts of pairs add up") {
  const Json found = FindIn(Redeems(6).text());
  const Json& pairs = found["pairs"];
  int sum = pairs["left"];
  for (const auto& [reason, count] : pairs["pruned"].items()) sum += count.get<int>();
  CHECK(sum == pairs["conflicting"]);
}

TEST_CASE("an id is the same in another recording, and differs by call site") {
  const auto id = [](const std::string& text) { return FindIn(text)["candidates"][0]["id"]; };
  CHECK(id(Redeems(1).text()) == id(Redeems(5).text()));
  CHECK(id(Redeems(1).text()) !=
        id(Trace().Request(1, "POST /redeem").Do("a", On('R', "1")).Do("c", On('W', "1")).text()));
}

TEST_CASE("a loop in a handler makes one candidate") {
  Trace trace;
  trace.Request(1, "POST /all");
  for (int i = 0; i < 500; ++i) trace.Do("a", On('R', std::to_string(i))).Do("b", On('W', std::to_string(i)));
  const Json found = FindIn(trace.text());
  CHECK(found["operations"] == 1000);
  CHECK(found["candidates"].size() <= 4);
  CHECK(found["candidates"][0]["pattern"] == "P1");
}

TEST_CASE("likely harm comes first") {
  Trace trace;
  trace.Request(1, "GET /list").Do("l1", On('R', "1")).Do("l2", On('R', "1"));
  trace.Request(2, "POST /once");
  trace.Do("o1", R"({"class":"R","table":"t","keys":{"id":["1"]},"columns":["n"],"rows":0})");
  trace.Do("o2", R"({"class":"A","table":"t","keys":{"id":["1"]},"rows":1})");
  trace.Request(3, "POST /log");
  trace.Do("g1", R"({"class":"R","table":"audit_log","columns":["n"]})");
  trace.Do("g2", R"({"class":"W","table":"audit_log","columns":["n"]})");
  const Json found = FindIn(trace.text());
  REQUIRE(found["candidates"].size() == 3);
  CHECK(found["candidates"][0]["first"]["handler"] == "POST /once");
  CHECK(found["candidates"][0]["same"] == true);
  CHECK(found["candidates"][1]["first"]["handler"] == "POST /log");
  CHECK(found["candidates"][1]["why"] == Json({"overwrites what the other wrote after reading it",
                                               "the rows are not known to be the same", "the table looks like a log"}));
  CHECK(found["candidates"][2]["first"]["handler"] == "GET /list");
}

TEST_CASE("the keys of a candidate are those of the table that it names") {
  Trace trace;
  trace.Request(1, "POST /comment");
  trace.Do("c1", R"({"class":"R","table":"post","keys":{"id":["7"]},"columns":["id"],"rows":1})");
  trace.Do("c2", R"({"class":"A","table":"comment","keys":{"post":["7"],"text":["a"]},"rows":1})");
  trace.Request(2, "DELETE /post");
  trace.Do("d1", R"({"class":"D","table":"comment","keys":{"post":["7"]},"rows":1})");
  trace.Do("d2", R"({"class":"D","table":"post","keys":{"id":["7"]},"rows":1})");
  const Json found = FindIn(trace.text());
  REQUIRE_FALSE(found["candidates"].empty());
  for (const Json& candidate : found["candidates"]) {
    CHECK(candidate["keys"].contains(candidate["table"] == "post" ? "id" : "post"));
  }
}

TEST_CASE("handlers narrow the search") {
  Trace trace = Redeems(2);
  trace.Request(3, "POST /other").Do("c", On('R', "1")).Do("d", On('W', "1"));
  CHECK(FindIn(trace.text(), {.handlers = {"POST /other"}})["pairs"]["conflicting"] == 3);
  CHECK(FindIn(trace.text(), {.handlers = {"POST /none"}})["pairs"]["conflicting"] == 0);
}

TEST_CASE("a limit of pairs for each two shapes is told") {
  const Json found = FindIn(Redeems(20).text(), {.limit = 3});
  CHECK(found["pairs"]["limited"] == true);
  CHECK(found["pairs"]["conflicting"] == 6);
  CHECK(found["candidates"].size() == 1);
  CHECK_FALSE(FindIn(Redeems(20).text())["pairs"].contains("limited"));
}

TEST_CASE("a pair of different tests ranks below one of the same test") {
  const auto rank = [](const std::string& test) {
    Trace trace;
    trace.Line(R"("type":"request","request":1,"handler":"POST /a","test":"one")");
    trace.Request(1, "POST /a").Do("a", On('R', "1")).Do("b", On('W', "1"));
    trace.Line(R"("type":"request","request":2,"handler":"POST /b","test":")" + test + "\"");
    trace.Request(2, "POST /b").Do("c", On('W', "1"));
    const Json found = FindIn(trace.text());
    for (const Json& candidate : found["candidates"]) {
      if (!candidate["same"]) return candidate["rank"].get<double>();
    }
    return 0.0;
  };
  CHECK(rank("one") > rank("two"));
  CHECK(rank("two") > 0);
}
