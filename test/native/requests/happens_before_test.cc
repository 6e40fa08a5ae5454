// Happens-before: value flow, select by primary key, messages. A test's own order is no cause.
#include <catch2/catch.hpp>
#include <set>

#include "requests/support.h"

using namespace nacd::requests;

namespace {

const std::string kRead = R"({"class":"R","table":"t","keys":{"id":["1"]},"unique":true,"columns":["n"],"rows":1})";
const std::string kWrite = R"({"class":"W","table":"t","keys":{"id":["1"]},"unique":true,"columns":["n"],"rows":1})";
const std::string kA = R"("00000000000000aa")";
const std::string kB = R"("00000000000000bb")";
const std::string kC = R"("00000000000000cc")";

// A request that reads and changes the row, so that each two of them make a candidate unless they are ordered.
Trace& Step(Trace* trace, int number, const std::string& sent, const std::string& received) {
  const std::string letter(1, static_cast<char>('a' + number));
  trace->Request(number, "POST /" + letter, sent).Do(letter + "1", kRead).Do(letter + "2", kWrite);
  return trace->Response(received);
}

// Returns the pairs of different requests that stay, as "12 13": in the order of their numbers.
std::string Concurrent(const Trace& trace) {
  std::set<std::string> pairs;
  const Json found = FindIn(trace.text());
  for (const Json& candidate : found["candidates"]) {
    if (candidate["same"]) continue;
    const int a = candidate["first"]["request"];
    const int b = candidate["second"]["request"];
    pairs.insert(std::to_string(std::min(a, b)) + std::to_string(std::max(a, b)));
  }
  std::string text;
  for (const std::string& pair : pairs) text += (text.empty() ? "" : " ") + pair;
  return text;
}

int PrunedBy(const Trace& trace, const std::string& reason) { return FindIn(trace.text())["pairs"]["pruned"][reason]; }

}  // namespace

TEST_CASE("the order in which a test sends requests is no cause") {
  Trace trace;
  Step(&trace, 1, "", "");
  Step(&trace, 2, "", "");
  CHECK(Concurrent(trace) == "12");
}

TEST_CASE("a request depends on the response that its value came from") {
  Trace trace;
  Step(&trace, 1, "", kA);
  Step(&trace, 2, kA, "");
  CHECK(Concurrent(trace).empty());
  CHECK(PrunedBy(trace, "value flow") == 1);
}

TEST_CASE("the cookie of a login orders others after it, not among themselves") {
  Trace trace;
  Step(&trace, 1, "", kA);
  Step(&trace, 2, kA, "");
  Step(&trace, 3, kA, kA);
  Step(&trace, 4, kA, "");
  CHECK(Concurrent(trace) == "23 24 34");
  CHECK(PrunedBy(trace, "value flow") == 3);
}

TEST_CASE("dependencies are transitive") {
  Trace trace;
  Step(&trace, 1, "", kA);
  Step(&trace, 2, kA, kB);
  Step(&trace, 3, kB, kC);
  Step(&trace, 4, "", "");
  CHECK(Concurrent(trace) == "14 24 34");
  CHECK(PrunedBy(trace, "value flow") == 3);
}

TEST_CASE("a value that a request had before makes no order") {
  Trace trace;
  Step(&trace, 1, kA, kA);
  Step(&trace, 2, kA, "");
  CHECK(Concurrent(trace) == "12");
}

TEST_CASE("of several responses with a value the first one counts") {
  Trace trace;
  Step(&trace, 1, "", kA);
  Step(&trace, 2, "", kA);
  Step(&trace, 3, kA, "");
  CHECK(Concurrent(trace) == "12 23");
}

TEST_CASE("a value that comes after the request was sent makes no order") {
  // The two overlap: the response with the value ends after the other request began.
  const std::string trace =
      R"({"type":"request","t":1,"request":1,"handler":"POST /a"})"
      "\n"
      R"({"type":"request","t":2,"request":2,"handler":"POST /b","sent":["00000000000000aa"]})"
      "\n"
      R"({"type":"response","t":3,"request":1,"received":["00000000000000aa"]})"
      "\n"
      R"({"type":"operation","t":4,"operation":1,"request":1,"store":"s","site":"a","effects":[{"class":"R"}]})"
      "\n"
      R"({"type":"operation","t":5,"operation":2,"request":1,"store":"s","site":"b","effects":[{"class":"W"}]})"
      "\n"
      R"({"type":"operation","t":6,"operation":3,"request":2,"store":"s","site":"c","effects":[{"class":"W"}]})"
      "\n";
  CHECK(FindIn(trace)["pairs"]["pruned"]["value flow"] == 0);
}

TEST_CASE("tests that get the same ids again depend on their own responses") {
  Trace trace;
  const auto request = [&](int number, const std::string& test, const std::string& sent, const std::string& received) {
    trace.Line(R"("type":"request","request":)" + std::to_string(number) + R"(,"handler":"POST /)" +
               std::string(1, static_cast<char>('a' + number)) + R"(","test":")" + test + "\",\"sent\":[" + sent + "]");
    trace.Line(R"("type":"operation","operation":)" + std::to_string(number) + R"(,"request":)" +
               std::to_string(number) + R"(,"store":"postgres://h/s","site":"s)" + std::to_string(number) +
               R"(","effects":[)" + kRead + "," + kWrite + "]");
    trace.Line(R"("type":"response","request":)" + std::to_string(number) + ",\"received\":[" + received + "]");
  };
  request(1, "one", "", kA);
  request(2, "one", kA, "");
  request(3, "two", "", kA);
  request(4, "two", kA, "");
  const Json pruned = FindIn(trace.text())["pairs"]["pruned"];
  CHECK(pruned["value flow"] == 2);  // 1 before 2, 3 before 4
}

TEST_CASE("a read by primary key comes after the insert of its row") {
  const std::string insert =
      R"({"class":"A","table":"post","keys":{"id":["7"],"title":["x"]},"primary":true,"rows":1})";
  const std::string read =
      R"({"class":"R","table":"post","keys":{"id":["7"]},"primary":true,"columns":["title"],"rows":1})";
  const std::string missed =
      R"({"class":"R","table":"post","keys":{"id":["7"]},"primary":true,"columns":["title"],"rows":0})";
  const std::string schema =
      R"("type":"schema","store":"postgres://h/shop","table":"post","columns":["id","title"],"primary":["id"],"unique":[])";
  const auto order = [&](const std::string& second, const std::string& store = "postgres://h/shop") {
    Trace trace(store);
    trace.Line(schema);
    trace.Request(1, "POST /a").Do("a1", insert).Do("a2", kRead);
    trace.Request(2, "POST /b").Do("b1", second).Do("b2", kWrite);
    return PrunedBy(trace, "primary key");
  };
  CHECK(order(read) == 1);
  CHECK(order(missed) == 0);
  CHECK(order(kRead) == 0);
}

TEST_CASE("a read by primary key of a row that no request inserted makes no order") {
  Trace trace;
  const std::string insert = R"({"class":"A","table":"t","keys":{"id":["1"]},"primary":true,"rows":1})";
  const std::string read = R"({"class":"R","table":"t","keys":{"id":["1"]},"primary":true,"columns":["n"],"rows":1})";
  trace.Request(1, "POST /a").Do("a1", insert);
  trace.Line(R"("type":"operation","operation":90,"store":"postgres://h/shop","effects":[)" + insert + "]");
  trace.Request(2, "POST /b").Do("b1", read).Do("b2", kWrite);
  CHECK(PrunedBy(trace, "primary key") == 0);  // the test made the row anew
}

TEST_CASE("an upsert of a row that is there inserts nothing") {
  const std::string keys = R"("table":"session","keys":{"id":["4a7edb3c-2b80"]},"primary":true)";
  const std::string upsert =
      R"({"class":"R",)" + keys + R"(},{"class":"A",)" + keys + R"(},{"class":"W",)" + keys + "}";
  const std::string read = R"({"class":"R",)" + keys + R"(,"rows":1})";
  const auto find = [&](bool login) {
    Trace trace;
    if (login) trace.Request(1, "POST /login").Do("l", upsert, R"("atomic":true)");
    trace.Request(2, "POST /cart").Do("c1", read).Do("c2", upsert, R"("atomic":true)");
    trace.Request(3, "POST /logout").Do("o1", read).Do("o2", R"({"class":"D",)" + keys + R"(,"rows":1})");
    return Concurrent(trace);
  };
  CHECK(find(true) == "23");
  CHECK(find(false) == "23");
}

TEST_CASE("a whole primary key of two columns names the row") {
  const std::string insert =
      R"({"class":"A","table":"like","keys":{"post":["7"],"user":["1"]},"primary":true,"rows":1})";
  const auto read = [](const std::string& user) {
    return R"({"class":"R","table":"like","keys":{"post":["7"],"user":[")" + user +
           R"("]},"primary":true,"columns":["at"],"rows":1})";
  };
  const auto order = [&](const std::string& user) {
    Trace trace;
    trace.Line(
        R"("type":"schema","store":"postgres://h/shop","table":"like","columns":[],"primary":["post","user"],"unique":[])");
    trace.Request(1, "POST /a").Do("a1", insert).Do("a2", kWrite);
    trace.Request(2, "POST /b").Do("b1", read(user)).Do("b2", kWrite);
    return PrunedBy(trace, "primary key");
  };
  CHECK(order("1") == 1);
  CHECK(order("2") == 0);
}

TEST_CASE("a message is sent before it is received") {
  Trace trace;
  trace.Request(1, "POST /a").Do("a1", kRead).Do("a2", kWrite);
  trace.Line(R"("type":"message","request":1,"how":"send","queue":"mail","id":"17")");
  trace.Request(2, "job").Line(R"("type":"message","request":2,"how":"receive","queue":"mail","id":"17")");
  trace.Do("b1", kRead).Do("b2", kWrite);
  CHECK(PrunedBy(trace, "queue") == 1);
  CHECK(Concurrent(trace).empty());
}

TEST_CASE("requests of one flow are one line of operations, also from several files") {
  const auto file = [](const std::string& flow, const std::string& request, const std::string& site, double t) {
    return R"({"type":"header","format":1,"started":"2026-11-21T10:15:30.000Z"})"
           "\n"
           R"({"type":"request","t":)" +
           std::to_string(t) + R"(,"request":1,"flow":")" + flow + R"(","handler":")" + request + "\"}\n" +
           R"({"type":"operation","t":)" + std::to_string(t + 1) +
           R"(,"operation":1,"request":1,"store":"postgres://h/s","site":")" + site + R"(","effects":[)" +
           (site == "a" ? kRead : kWrite) + "]}\n";
  };
  const auto find = [&](const std::string& flow) {
    std::string json;
    std::string error;
    const std::string one = file(flow, "POST /order", "a", 1);
    const std::string other = file(flow, "POST /stock", "b", 10);
    REQUIRE(FindInTexts({{"1", one}, {"2", other}}, {}, &json, &error));
    return Json::parse(json);
  };
  const Json found = find("4bf92f3577b34da6");
  REQUIRE(found["candidates"].size() == 1);
  CHECK(found["candidates"][0]["same"] == true);
  CHECK(found["candidates"][0]["first"]["handler"] == "POST /order");
  CHECK(found["candidates"][0]["first"]["within"] == Json({{"trace", 1}, {"request", 1}}));
  CHECK(found["candidates"][0]["first"]["traces"] == Json::array({0, 1}));
  // A short id is a number of its own process.
  CHECK(find("f1")["candidates"].empty());
}

TEST_CASE("needs are the requests that have to be over, in order, of other files with their place") {
  Trace trace;
  Step(&trace, 1, "", kA);
  Step(&trace, 2, kA, kB);
  Step(&trace, 3, kB, "");
  const Json chain = FindIn(trace.text());
  for (const Json& candidate : chain["candidates"]) {
    if (candidate["first"]["request"] == 3) CHECK(candidate["needs"]["first"] == Json({1, 2}));
  }
  std::string json;
  std::string error;
  const std::string one = "{\"type\":\"header\",\"started\":\"2026-11-21T10:15:30.000Z\"}\n" +
                          Trace().Request(1, "POST /login").Response(kA).text();
  const std::string other = "{\"type\":\"header\",\"started\":\"2026-11-21T10:15:31.000Z\"}\n" +
                            Trace().Request(1, "POST /b", kA).Do("b1", kRead).Do("b2", kWrite).text();
  REQUIRE(FindInTexts({{"1", one}, {"2", other}}, {}, &json, &error));
  const Json found = Json::parse(json);
  REQUIRE(found["candidates"].size() == 1);
  CHECK(found["candidates"][0]["needs"]["first"] == Json::parse(R"([{"trace":0,"request":1}])"));
}
