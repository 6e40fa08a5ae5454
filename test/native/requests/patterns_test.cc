// The patterns of seed 002, table 3, on windows: two operations of the first request around one or two of the second.
#include <catch2/catch.hpp>

#include "requests/support.h"

using namespace nacd::requests;

namespace {

// An effect on the row `id` of the table `post`.
std::string On(char kind, const std::string& id = "7") {
  return std::string(R"({"class":")") + kind + R"(","table":"post","keys":{"id":[")" + id +
         R"("]},"unique":true,"columns":["title"],"rows":1})";
}

// Request 1 does `first`, one effect an operation at sites a1, a2, ...; request 2 does `second` at b1, b2, ...
Json FindBetween(const std::string& first, const std::string& second) {
  Trace trace;
  int request = 0;
  for (const std::string& kinds : {first, second}) {
    const std::string letter(1, static_cast<char>('a' + request));
    trace.Request(++request, "POST /" + letter);
    int site = 0;
    for (const char kind : kinds) trace.Do(letter + std::to_string(++site), On(kind));
  }
  return FindIn(trace.text());
}

// Returns the candidates between the two handlers, as "PATTERN first:sites second:sites".
std::vector<std::string> Between(const std::string& first, const std::string& second) {
  std::vector<std::string> texts;
  const Json found = FindBetween(first, second);
  for (const Json& candidate : found["candidates"]) {
    if (candidate["same"]) continue;
    std::string text = candidate["pattern"];
    for (const char* side : {"first", "second"}) {
      text += " ";
      for (const std::string site : candidate[side]["sites"]) text += site;
    }
    texts.push_back(text);
  }
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("P1: a read, the other's change, a change") {
  CHECK(Between("RW", "W") == Texts{"P1 a1a2 b1"});
  CHECK(Between("RA", "W") == Texts{"P1 a1a2 b1"});
  CHECK(Between("RW", "D") == Texts{"P1 a1a2 b1"});
  CHECK(Between("RD", "W") == Texts{"P1 a1a2 b1"});
  CHECK(Between("RA", "D") == Texts{"P1 a1a2 b1"});
}

TEST_CASE("P1: both look first, in either order") {
  CHECK(Between("RW", "RW") == Texts{"P1 a1a2 b1b2", "P1 b1b2 a1a2"});
}

TEST_CASE("P2: an insert, the other's insert, then a read or change") {
  CHECK(Between("AR", "A") == Texts{"P2 a1a2 b1"});
  CHECK(Between("AW", "A") == Texts{"P2 a1a2 b1"});
}

TEST_CASE("P3: a change, the other's insert, then a read or change") {
  CHECK(Between("WR", "A") == Texts{"P3 a1a2 b1"});
  CHECK(Between("WW", "A") == Texts{"P3 a1a2 b1"});
  CHECK(Between("WA", "A") == Texts{"P3 a1a2 b1"});
}

TEST_CASE("P4: both delete, both insert") {
  const Texts found = Between("DA", "DA");
  CHECK(found == Texts{"P4 a1a2 b1b2", "P4 b1b2 a1a2"});
}

TEST_CASE("P5: a change, the other's change, then a read; and two reads around a change") {
  CHECK(Between("WR", "W") == Texts{"P5 a1a2 b1"});
  CHECK(Between("WR", "D") == Texts{"P5 a1a2 b1"});
  CHECK(Between("AR", "D") == Texts{"P5 a1a2 b1"});
  CHECK(Between("RR", "W") == Texts{"P5 a1a2 b1"});
  CHECK(Between("RR", "A") == Texts{"P5 a1a2 b1"});
}

TEST_CASE("an order that no pattern names is a candidate if it is not serializable") {
  CHECK(Between("WW", "R") == Texts{"other a1a2 b1"});
  CHECK(Between("AD", "R") == Texts{"other a1a2 b1"});
}

TEST_CASE("serializable orders are none") {
  CHECK(Between("R", "W").empty());
  CHECK(Between("W", "W").empty());
  CHECK(Between("RR", "R").empty());
  CHECK(Between("RD", "D").empty());  // as if the first had run after the second: the row is gone either way
  CHECK(Between("WW", "W").empty());  // the last write hides the one between
  CHECK(FindBetween("WW", "W")["pairs"]["pruned"]["serializable"] == 3);
}

TEST_CASE("a pattern counts across tables when the order is not serializable") {
  Trace trace;
  const std::string cache = R"({"class":"W","table":"cache","keys":{"key":["7"]},"unique":true})";
  const std::string drop = R"({"class":"D","table":"cache","keys":{"key":["7"]},"unique":true,"rows":1})";
  trace.Request(1, "GET /post").Do("a1", On('R')).Do("a2", cache);
  trace.Request(2, "PUT /post").Do("b1", On('W')).Do("b2", drop);
  const Json found = FindIn(trace.text());
  REQUIRE(found["candidates"].size() == 2);  // the other way round is not serializable either, and ranks lower
  const Json& candidate = found["candidates"][0];
  CHECK(candidate["pattern"] == "P1");
  CHECK(candidate["first"]["handler"] == "GET /post");
  CHECK(candidate["order"] == Json::parse(R"([["first",1],["second",3],["second",4],["first",2]])"));
  CHECK(candidate["why"] == Json({"changes what the other has checked", "several tables or stores"}));
}

TEST_CASE("a candidate says all that a proof needs") {
  Trace trace;
  trace.Request(1, "POST /login").Response(R"("00000000000000aa")");
  trace.Request(2, "POST /redeem", R"("00000000000000aa")");
  trace.Do("lib/redeem.js:20:11", kReadCoupon, R"("statement":"SELECT used")").Do("lib/redeem.js:24:11", kUseCoupon);
  const Json found = FindIn(trace.text());
  REQUIRE(found["candidates"].size() == 1);
  const Json& candidate = found["candidates"][0];
  CHECK(candidate["id"].get<std::string>().size() == 6);
  CHECK(candidate["pattern"] == "P1");
  CHECK(candidate["rank"] == 0.9);
  CHECK(candidate["why"] == Json({"overwrites what the other wrote after reading it"}));
  CHECK(candidate["same"] == true);
  CHECK(candidate["first"] == Json::parse(R"({"trace":0,"request":2,"handler":"POST /redeem","window":[1,2],"hold":2,
    "sites":["lib/redeem.js:20:11","lib/redeem.js:24:11"],"statements":["SELECT used",null]})"));
  CHECK(candidate["second"]["window"] == Json({1, 2}));
  CHECK(candidate["order"] == Json::parse(R"([["first",1],["second",1],["second",2],["first",2]])"));
  CHECK(candidate["store"] == "postgres://h/shop");
  CHECK(candidate["table"] == "coupon");
  CHECK(candidate["keys"] == Json::parse(R"({"code":["X"]})"));
  CHECK(candidate["columns"] == Json({"used"}));
  CHECK(candidate["transaction"] == "none");
  CHECK(candidate["needs"] == Json::parse(R"({"first":[1],"second":[1]})"));
  CHECK(candidate["examples"] == 1);
}
