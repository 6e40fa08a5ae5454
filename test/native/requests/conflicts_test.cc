// Conflicts: same store, table, rows and columns, and one of the two writes.
#include <catch2/catch.hpp>

#include "requests/support.h"

using namespace nacd::requests;

namespace {

// Returns the hash of a value as a trace has it.
std::string HashOf(const std::string& value) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : value) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  char text[24];
  snprintf(text, sizeof text, "\"%016llx\"", static_cast<unsigned long long>(hash));
  return text;
}

// Returns whether an operation with the effect `a` and one with `b`, of different requests, conflict.
bool Conflicting(const std::string& a, const std::string& b, const std::string& more = "") {
  Trace trace;
  const std::string sent = HashOf("slug=x");
  trace.Request(1, "POST /a", sent).Do("a1", a, more);
  trace.Request(2, "POST /b", sent).Do("b1", b, more);
  const Json alone = FindIn(Trace().Request(1, "POST /a", sent).Do("a1", a, more).text())["pairs"];
  const Json other = FindIn(Trace().Request(1, "POST /b", sent).Do("b1", b, more).text())["pairs"];
  const Json both = FindIn(trace.text())["pairs"];
  // Copies count too.
  return both["conflicting"].get<int>() - alone["conflicting"].get<int>() - other["conflicting"].get<int>() == 1;
}

std::string EffectText(char kind, const std::string& rest) {
  return std::string(R"({"class":")") + kind + "\"" + (rest.empty() ? "" : "," + rest) + "}";
}

const std::string kPost7 = R"("table":"post","keys":{"id":["7"]})";
const std::string kPost8 = R"("table":"post","keys":{"id":["8"]})";

}  // namespace

TEST_CASE("two reads never conflict, and a read with each change of its row does") {
  CHECK_FALSE(Conflicting(EffectText('R', kPost7), EffectText('R', kPost7)));
  for (const char kind : {'W', 'A', 'D'}) CHECK(Conflicting(EffectText('R', kPost7), EffectText(kind, kPost7)));
}

TEST_CASE("two deletes do not conflict, a delete with an insert or change does") {
  CHECK_FALSE(Conflicting(EffectText('D', kPost7), EffectText('D', kPost7)));
  CHECK(Conflicting(EffectText('D', kPost7), EffectText('A', kPost7)));
  CHECK(Conflicting(EffectText('D', kPost7), EffectText('W', kPost7)));
}

TEST_CASE("rows are compared column by column") {
  const auto keys = [](const std::string& text) { return R"("table":"post","keys":)" + text; };
  const auto meet = [&](const std::string& a, const std::string& b) {
    return Conflicting(EffectText('R', keys(a)), EffectText('W', keys(b)));
  };
  CHECK_FALSE(meet(R"({"id":["7"]})", R"({"id":["8"]})"));
  CHECK(meet(R"({"id":["7","9"]})", R"({"id":["8","9"]})"));
  CHECK(meet(R"({"id":[7]})", R"({"id":["7"]})"));  // a driver may give 7, a program '7'
  CHECK_FALSE(meet(R"({"id":["7"],"user":["1"]})", R"({"id":["7"],"user":["2"]})"));
  CHECK(meet(R"({"id":["7"]})", R"({"user":["2"]})"));  // the row may be the same
  CHECK_FALSE(meet(R"({"id":[]})", R"({"id":["7"]})"));
  CHECK(Conflicting(EffectText('R', R"("table":"post")"), EffectText('W', keys(R"({"id":["7"]})"))));
}

TEST_CASE("columns are compared for overwrites, not for inserts and deletes") {
  const auto with = [&](char kind, const std::string& columns) {
    return EffectText(kind, kPost7 + R"(,"columns":)" + columns);
  };
  CHECK_FALSE(Conflicting(with('R', R"(["title"])"), with('W', R"(["views"])")));
  CHECK(Conflicting(with('R', R"(["title","views"])"), with('W', R"(["views"])")));
  CHECK_FALSE(Conflicting(with('W', R"(["title"])"), with('W', R"(["views"])")));
  CHECK(Conflicting(EffectText('R', kPost7), with('W', R"(["views"])")));
  CHECK(Conflicting(with('R', "[]"), with('A', R"(["title"])")));
  CHECK(Conflicting(with('R', R"(["title"])"), with('D', "[]")));
  // A row that changes the column by which it is chosen comes into view or leaves it.
  CHECK(Conflicting(with('R', R"(["title"])"), with('W', R"(["id"])")));
}

TEST_CASE("an insert meets a read whose keys the new row could match") {
  const std::string added = R"("table":"post","keys":{"id":["9"],"user":["1"],"title":["t"]})";
  CHECK(Conflicting(EffectText('R', R"("table":"post","keys":{"user":["1"]})"), EffectText('A', added)));
  CHECK_FALSE(Conflicting(EffectText('R', R"("table":"post","keys":{"user":["2"]})"), EffectText('A', added)));
  CHECK(Conflicting(EffectText('R', R"("table":"post")"), EffectText('A', added)));
}

TEST_CASE("two inserts conflict by a unique key only") {
  const std::string schema =
      R"("type":"schema","store":"postgres://h/shop","table":"post","columns":["id","slug"],"primary":["id"],"unique":[["slug"]])";
  const auto meet = [&](const std::string& a, const std::string& b) {
    Trace trace;
    trace.Line(schema);
    trace.Request(1, "POST /a", R"("000000000000000a")").Do("a1", EffectText('A', R"("table":"post","keys":)" + a));
    trace.Request(2, "POST /b", R"("000000000000000b")").Do("b1", EffectText('A', R"("table":"post","keys":)" + b));
    // Copies of both conflict with themselves if the key is not generated.
    return FindIn(trace.text(), {.handlers = {"POST /a"}})["pairs"]["conflicting"].get<int>();
  };
  CHECK(meet(R"({"slug":["x"]})", R"({"slug":["y"]})") == meet(R"({"slug":["x"]})", R"({"title":["x"]})"));
  CHECK(meet(R"({"slug":["x"]})", R"({"slug":["x"]})") == meet(R"({"slug":["x"]})", R"({"slug":["y"]})") + 1);
  CHECK(meet(R"({"title":["x"]})", R"({"title":["x"]})") == 0);
}

TEST_CASE("without a schema two inserts conflict if both have the same whole unique key") {
  const std::string same = R"("table":"post","keys":{"slug":["x"]},"unique":true)";
  CHECK(Conflicting(EffectText('A', same), EffectText('A', same)));
  const std::string plain = R"("table":"post","keys":{"slug":["x"]})";
  CHECK_FALSE(Conflicting(EffectText('A', plain), EffectText('A', plain)));
}

TEST_CASE("stores and tables are apart, but an unknown table is any") {
  CHECK_FALSE(Conflicting(EffectText('R', R"("table":"post")"), EffectText('W', R"("table":"user")")));
  CHECK(Conflicting(EffectText('R', ""), EffectText('W', kPost7)));
  CHECK(Conflicting(EffectText('R', kPost7), EffectText('W', "")));
  Trace trace("redis://a");
  trace.Request(1, "POST /a").Do("a1", EffectText('W', kPost7));
  trace.Line(R"("type":"request","request":2,"handler":"POST /b")");
  trace.Line(R"("type":"operation","operation":9,"request":2,"store":"redis://b","site":"b1","effects":[)" +
             EffectText('W', kPost7) + "]");
  CHECK(FindIn(trace.text())["pairs"]["conflicting"] == 2);  // each with its copy
}

TEST_CASE("a delete that touches no row is no conflict, and a change of no row is a read") {
  CHECK_FALSE(Conflicting(EffectText('R', R"("table":"session")"), EffectText('D', R"("table":"session","rows":0)")));
  CHECK_FALSE(Conflicting(EffectText('R', kPost7), EffectText('W', kPost7 + R"(,"rows":0)")));
  CHECK(Conflicting(EffectText('W', kPost7), EffectText('W', kPost7 + R"(,"rows":0)")));
  CHECK_FALSE(Conflicting(EffectText('R', kPost7), EffectText('W', kPost7), R"("failed":"23505")"));
}

TEST_CASE("what was rolled back was not written") {
  Trace trace;
  trace.Request(1, "POST /a").Transaction("begin");
  trace.Do("a1", EffectText('W', kPost7), trace.In("read committed")).Transaction("rollback");
  trace.Request(2, "GET /b").Do("b1", EffectText('R', kPost7));
  CHECK(FindIn(trace.text())["pairs"]["conflicting"] == 0);
}

TEST_CASE("changes that commute are silent") {
  CHECK(Conflicting(EffectText('W', kPost7), EffectText('W', kPost7), R"("commutes":true)"));
  Trace trace("redis://h/0");
  const std::string both = R"({"class":"R","keys":{"key":["n"]}},{"class":"W","keys":{"key":["n"]}})";
  trace.Request(1, "POST /a").Do("a1", both, R"("atomic":true,"commutes":true)");
  const Json found = FindIn(trace.text());
  CHECK(found["pairs"]["pruned"]["commutes"] == 1);
  CHECK(found["candidates"].empty());
}

TEST_CASE("a copy has other generated keys than the request itself") {
  const std::string schema =
      R"("type":"schema","store":"postgres://h/shop","table":"post","columns":["id"],"primary":["id"],"unique":[["id"]])";
  const auto find = [&](const std::string& sent) {
    Trace trace;
    trace.Line(schema);
    trace.Request(1, "POST /posts", sent)
        .Do("a1", EffectText('A', kPost7))
        .Do("a2", EffectText('R', kPost7 + R"(,"primary":true)"));
    return FindIn(trace.text())["candidates"].size();
  };
  CHECK(find("") == 0);
  CHECK(find(HashOf("title=7")) == 0);
  CHECK(find(HashOf("id=7")) == 1);
  CHECK(find(HashOf("post=7")) == 1);
}

TEST_CASE("a copy inserts another row, which the request's other conditions may match") {
  const std::string schema =
      R"("type":"schema","store":"postgres://h/shop","table":"member","columns":["id","name"],"primary":["id"],"unique":[["id"]])";
  Trace trace;
  trace.Line(schema).Request(1, "POST /members");
  trace.Do("a", R"({"class":"R","table":"member","keys":{"name":["ann"]},"columns":["id"],"rows":0})");
  trace.Do("b", R"({"class":"A","table":"member","keys":{"name":["ann"],"id":["1"]},"primary":true,"rows":1})");
  const Json found = FindIn(trace.text());
  REQUIRE(found["candidates"].size() == 1);
  CHECK(found["candidates"][0]["pattern"] == "P1");
  CHECK(found["candidates"][0]["why"] == Json({"creates what the other reads"}));
}

TEST_CASE("a key that the client sent is the copy's as well") {
  const std::string slug = R"("table":"post","keys":{"slug":["hello-world"]},"unique":true)";
  const auto find = [&](const std::string& sent) {
    Trace trace;
    trace.Request(1, "POST /posts", sent).Do("a1", EffectText('A', slug)).Do("a2", EffectText('W', slug));
    return FindIn(trace.text())["candidates"].size();
  };
  CHECK(find("") == 0);
  CHECK(find(HashOf("hello-world")) == 1);
}
