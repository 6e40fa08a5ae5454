// Code that stores protect: no candidate, and the reason is counted. Beside each the same code without protection.
#include <algorithm>
#include <catch2/catch.hpp>

#include "requests/support.h"

using namespace nacd::requests;

namespace {

size_t CandidateCount(const Json& found) { return found["candidates"].size(); }
int CountOf(const Json& found, const std::string& reason) { return found["pairs"]["pruned"][reason]; }

// BEGIN; SELECT; UPDATE; COMMIT at a level of isolation.
Trace InTransaction(const std::string& store, const std::string& isolation) {
  Trace trace(store);
  trace.Request(1, "POST /redeem").Transaction("begin");
  trace.Do("a", kReadCoupon, trace.In(isolation)).Do("b", kUseCoupon, trace.In(isolation));
  trace.Transaction("commit");
  return trace;
}

}  // namespace

TEST_CASE("control: a plain SELECT and UPDATE race") {
  const Json found = FindIn(Trace().Request(1, "POST /redeem").Do("a", kReadCoupon).Do("b", kUseCoupon).text());
  CHECK(CandidateCount(found) == 1);
  CHECK(found["pairs"]["left"] == 1);
}

TEST_CASE("control: read committed keeps the window inside of a transaction") {
  const Json found = FindIn(InTransaction("postgres://h/shop", "read committed").text());
  REQUIRE(CandidateCount(found) == 1);
  CHECK(found["candidates"][0]["transaction"] == "read committed");
}

TEST_CASE("control: PostgreSQL's repeatable read refuses the lost update, MySQL's does not") {
  const Json postgres = FindIn(InTransaction("postgres://h/shop", "repeatable read").text());
  CHECK(CandidateCount(postgres) == 0);
  CHECK(CountOf(postgres, "isolation") == 1);
  CHECK(CandidateCount(FindIn(InTransaction("mysql://h/shop", "repeatable read").text())) == 1);
}

TEST_CASE("control: SERIALIZABLE") {
  for (const char* store : {"postgres://h/shop", "mysql://h/shop", "sqlite:/shop.db"}) {
    const Json found = FindIn(InTransaction(store, "serializable").text());
    CHECK(CandidateCount(found) == 0);
    CHECK(CountOf(found, "isolation") == 1);
  }
}

TEST_CASE("write skew: two reads, then each changes another row") {
  const auto skew = [](const std::string& isolation) {
    const auto row = [](char kind, const std::string& id) {
      return std::string(R"({"class":")") + kind + R"(","table":"doctor","keys":{"id":[)" + id +
             R"(]},"unique":true,"columns":["on_call"],"rows":1})";
    };
    Trace trace;
    for (const int request : {1, 2}) {
      trace.Request(request, "POST /leave").Transaction("begin");
      trace.Do("a", row('R', R"("1","2")"), trace.In(isolation));
      trace.Do("b", row('W', request == 1 ? R"("1")" : R"("2")"), trace.In(isolation)).Transaction("commit");
    }
    return FindIn(trace.text());
  };
  // The copies lose an update, which repeatable read refuses; the two requests write different rows.
  CHECK(skew("repeatable read")["pairs"]["left"] == 1);
  CHECK(skew("snapshot")["pairs"]["left"] == 1);
  CHECK(skew("serializable")["pairs"]["left"] == 0);
  CHECK(CountOf(skew("serializable"), "isolation") == 3);
}

TEST_CASE("a serializable transaction is not safe from a statement outside of one in PostgreSQL") {
  const auto find = [](const std::string& store) {
    const std::string sum = R"({"class":"R","table":"account","columns":["balance"]})";
    const std::string add = R"({"class":"A","table":"transfer","keys":{"id":["1"]},"unique":true})";
    const std::string list = R"({"class":"R","table":"transfer","columns":["id"]})";
    const std::string set =
        R"({"class":"W","table":"account","keys":{"id":["9"]},"unique":true,"columns":["balance"]})";
    Trace trace(store);
    trace.Request(1, "POST /a").Transaction("begin");
    trace.Do("a", sum, trace.In("serializable")).Do("b", add, trace.In("serializable")).Transaction("commit");
    trace.Request(2, "POST /b").Do("c", list).Do("d", set);
    const Json found = FindIn(trace.text());
    std::vector<std::string> held;
    for (const Json& candidate : found["candidates"]) held.push_back(candidate["first"]["handler"]);
    std::sort(held.begin(), held.end());
    return held;
  };
  // Held between its list and its change, the second one has no transaction that could protect it.
  CHECK(find("postgres://h/shop") == std::vector<std::string>{"POST /a", "POST /b"});
  CHECK(find("mysql://h/shop") == std::vector<std::string>{"POST /b"});
}

TEST_CASE("snapshots show one state: two reads of a transaction see no half") {
  const auto find = [](const std::string& isolation) {
    Trace trace;
    trace.Request(1, "GET /").Transaction("begin");
    trace.Do("a", kReadCoupon, trace.In(isolation)).Do("b", kReadCoupon, trace.In(isolation)).Transaction("commit");
    trace.Request(2, "POST /").Do("c", kUseCoupon);
    return FindIn(trace.text());
  };
  CHECK(CandidateCount(find("read committed")) == 1);
  CHECK(CandidateCount(find("repeatable read")) == 0);
  CHECK(CountOf(find("repeatable read"), "isolation") == 1);
}

TEST_CASE("writes that are not committed are not seen") {
  const auto find = [](const std::string& isolation) {
    Trace trace;
    trace.Request(1, "POST /").Transaction("begin");
    trace.Do("a", kUseCoupon, trace.In(isolation)).Do("b", kUseCoupon, trace.In(isolation)).Transaction("commit");
    trace.Request(2, "GET /").Do("c", kReadCoupon);
    return FindIn(trace.text());
  };
  CHECK(CandidateCount(find("read committed")) == 0);
  CHECK(CandidateCount(find("read uncommitted")) == 1);
}

TEST_CASE("control: SELECT ... FOR UPDATE") {
  const auto find = [](bool locks) {
    Trace trace;
    trace.Request(1, "POST /redeem").Transaction("begin");
    trace.Do("a", kReadCoupon, trace.In("read committed"));
    if (locks) trace.Lock("acquire", "row:coupon:code=X", "transaction", R"("operation":1)");
    trace.Do("b", kUseCoupon, trace.In("read committed")).Transaction("commit");
    return FindIn(trace.text());
  };
  CHECK(CandidateCount(find(false)) == 1);
  CHECK(CandidateCount(find(true)) == 0);
  CHECK(CountOf(find(true), "lock") == 1);
}

TEST_CASE("a row lock that is taken after the read protects nothing") {
  Trace trace;
  trace.Request(1, "POST /redeem").Do("a", kReadCoupon).Transaction("begin");
  trace.Do("b", kReadCoupon, trace.In("read committed"));
  trace.Lock("acquire", "row:coupon:code=X", "transaction", R"("operation":2)");
  trace.Do("c", kUseCoupon, trace.In("read committed")).Transaction("commit");
  const Json found = FindIn(trace.text());
  REQUIRE(CandidateCount(found) >= 1);
  for (const Json& candidate : found["candidates"]) {
    CHECK(candidate["first"]["window"][0] == 1);
    CHECK(candidate["first"]["hold"] == 2);  // before the lock: later the other one waits
  }
}

TEST_CASE("a row lock holds plain updates of the row, too") {
  Trace trace;
  trace.Request(1, "POST /redeem").Transaction("begin");
  trace.Do("a", kReadCoupon, trace.In("read committed"));
  trace.Lock("acquire", "row:coupon:code=X", "transaction", R"("operation":1)");
  trace.Do("b", kUseCoupon, trace.In("read committed")).Transaction("commit");
  trace.Request(2, "POST /reset").Do("c", kUseCoupon);
  CHECK(CandidateCount(FindIn(trace.text())) == 0);
}

TEST_CASE("control: locks by name around the window: advisory, SET NX, redlock") {
  const auto find = [](const std::string& first, const std::string& second) {
    Trace trace;
    int request = 0;
    for (const std::string& name : {first, second}) {
      ++request;
      trace.Request(request, "POST /" + std::to_string(request)).Lock("acquire", name, "session");
      trace.Do("a", kReadCoupon).Do("b", kUseCoupon).Lock("release", name, "session");
    }
    return FindIn(trace.text());
  };
  CHECK(CandidateCount(find("advisory:1", "advisory:1")) == 0);
  CHECK(CountOf(find("advisory:1", "advisory:1"), "lock") == 3);
  CHECK(find("advisory:1", "advisory:2")["pairs"]["left"] == 1);
  CHECK(CountOf(find("advisory:1", "advisory:2"), "lock") == 2);  // each with its copy
}

TEST_CASE("a lock that runs out soon is waited for, one that lasts holds") {
  const auto find = [](const std::string& expires) {
    Trace trace;
    trace.Request(1, "POST /redeem").Lock("acquire", "lock:X", "session", R"("expires":)" + expires);
    trace.Do("a", kReadCoupon).Do("b", kUseCoupon).Lock("release", "lock:X", "session");
    return FindIn(trace.text());
  };
  CHECK(CountOf(find("2001"), "lock") == 1);
  const auto found = find("400");
  REQUIRE(CandidateCount(found) == 1);
  const auto candidate = found["candidates"][0];
  CHECK(candidate["expires"] == 400);
  CHECK(candidate["why"].back() == "a lock runs out while its holder is at work");
}

TEST_CASE("a lock that is released before the change protects nothing") {
  Trace trace;
  trace.Request(1, "POST /redeem").Lock("acquire", "lock:X", "session").Do("a", kReadCoupon);
  trace.Lock("release", "lock:X", "session").Do("b", kUseCoupon);
  CHECK(CandidateCount(FindIn(trace.text())) == 1);
}

TEST_CASE("an operation that releases a lock holds it until it is made") {
  const std::string lock = R"({"class":"A","keys":{"key":["lock:X"]},"unique":true,"rows":1})";
  const std::string unlock = R"({"class":"D","keys":{"key":["lock:X"]},"unique":true,"rows":1})";
  const std::string trace = R"({"type":"request","t":1,"request":1,"handler":"POST /a"}
{"type":"operation","t":2,"end":3,"operation":1,"request":1,"store":"redis:","site":"a","effects":[)" +
                            lock + R"(]}
{"type":"lock","t":3,"request":1,"store":"redis:","operation":1,"name":"key:lock:X","how":"acquire","scope":"session"}
{"type":"lock","t":4,"request":1,"store":"redis:","operation":2,"name":"key:lock:X","how":"release","scope":"session"}
{"type":"operation","t":4,"end":5,"operation":2,"request":1,"store":"redis:","site":"b","effects":[)" +
                            unlock + "]}\n";
  CHECK(CandidateCount(FindIn(trace)) == 0);
  CHECK(CountOf(FindIn(trace), "lock") == 1);
}

TEST_CASE("shared locks do not exclude each other") {
  Trace trace;
  trace.Request(1, "POST /redeem").Lock("acquire", "lock:X", "session", R"("mode":"shared")").Do("a", kReadCoupon);
  trace.Do("b", kUseCoupon).Lock("release", "lock:X", "session");
  CHECK(CandidateCount(FindIn(trace.text())) == 1);
}

TEST_CASE("control: an atomic UPDATE with a condition") {
  Trace trace;
  const std::string both = std::string(kReadCoupon) + "," + kUseCouponGuarded;
  trace.Request(1, "POST /redeem").Do("a", both, R"("atomic":true)");
  const Json found = FindIn(trace.text());
  CHECK(CandidateCount(found) == 0);
  CHECK(CountOf(found, "one step") == 1);
}

TEST_CASE("control: a read after a conditional UPDATE sees the winner's") {
  Trace trace;
  trace.Request(1, "POST /redeem").Do("a", kUseCouponGuarded, R"("atomic":true)").Do("b", kReadCoupon);
  const Json found = FindIn(trace.text());
  CHECK(CandidateCount(found) == 0);
  CHECK(CountOf(found, "one step") == 1);
}

TEST_CASE("control: an optimistic version column") {
  const auto find = [](const std::string& update) {
    return FindIn(Trace().Request(1, "POST /redeem").Do("a", kReadCoupon).Do("b", update).text());
  };
  CHECK(CandidateCount(find(kUseCoupon)) == 1);
  CHECK(CandidateCount(find(kUseCouponGuarded)) == 0);
  CHECK(CountOf(find(kUseCouponGuarded), "one step") == 1);
}

TEST_CASE("a guard refuses if it compares what the other sets") {
  const auto find = [](const std::string& guards) {
    const std::string set = R"({"class":"W","table":"coupon","keys":{"code":["X"]},"unique":true,"columns":["used",)"
                            R"("version"],"rows":1,"guards":)" +
                            guards + "}";
    return FindIn(Trace().Request(1, "POST /redeem").Do("a", kReadCoupon).Do("b", set).text());
  };
  CHECK(CandidateCount(find(R"(["version"])")) == 0);
  // A condition such as balance >= 10 may hold again: what was read before is lost all the same.
  const Json found = find("true");
  REQUIRE(CandidateCount(found) == 1);
  CHECK(found["candidates"][0]["rank"] < 0.7);
  CHECK(found["candidates"][0]["why"] ==
        Json({"overwrites what the other wrote after reading it", "a condition of the last statement may refuse it"}));
}

TEST_CASE("control: INSERT ... ON CONFLICT is one step") {
  Trace trace;
  const std::string upsert =
      R"({"class":"R","table":"hit","keys":{"page":["/"]},"unique":true},{"class":"A","table":"hit","keys":{"page":["/"]},"unique":true,"rows":1},{"class":"W","table":"hit","keys":{"page":["/"]},"unique":true})";
  trace.Request(1, "POST /hit", "\"a3d1f83d1f0f1e7c\"").Do("a", upsert, R"("atomic":true)");
  const Json found = FindIn(trace.text());
  CHECK(CandidateCount(found) == 0);
  CHECK(CountOf(found, "one step") == 1);
}

TEST_CASE("a unique key refuses the second insert: a candidate, but of less rank") {
  const auto find = [](const std::string& unique) {
    Trace trace;
    trace.Line(
        R"("type":"schema","store":"postgres://h/shop","table":"user","columns":["id","name"],"primary":["id"],"unique":)" +
        unique);
    trace.Request(1, "POST /users");
    trace.Do("a", R"({"class":"R","table":"user","keys":{"name":["ann"]},"columns":["id"],"rows":0})");
    trace.Do("b", R"({"class":"A","table":"user","keys":{"name":["ann"]},"rows":1})");
    return FindIn(trace.text());
  };
  const Json plain = find("[]");
  const Json refused = find(R"([["name"]])");
  REQUIRE(CandidateCount(plain) == 1);
  REQUIRE(CandidateCount(refused) == 1);
  CHECK(plain["candidates"][0]["rank"] > 0.9);
  CHECK(plain["candidates"][0]["why"] == Json({"creates what the other reads"}));
  CHECK(refused["candidates"][0]["rank"] < 0.7);
  CHECK(refused["candidates"][0]["why"] ==
        Json({"creates what the other reads", "a unique key refuses the second insert"}));
}

TEST_CASE("control: WATCH and MULTI hold with a connection for each request only") {
  const auto find = [](int second) {
    Trace trace("redis://h/0");
    const std::string get = R"({"class":"R","keys":{"key":["stock"]},"unique":true})";
    const std::string set = R"({"class":"W","keys":{"key":["stock"]},"unique":true,"rows":1,"guards":true})";
    int connection = 1;
    for (const int request : {1, 2}) {
      trace.Request(request, "POST /buy");
      const std::string on = R"("connection":)" + std::to_string(connection);
      trace.Do("a", get, on).Do("b", set, on + R"(,"atomic":true)");
      connection = second;
    }
    return FindIn(trace.text());
  };
  CHECK(CandidateCount(find(2)) == 0);
  CHECK(CountOf(find(2), "one step") == 3);
  CHECK(CandidateCount(find(1)) == 1);
}

TEST_CASE("synchronous calls of one turn of the event loop are one step") {
  const auto find = [](int second) {
    Trace trace("sqlite:/shop.db");
    trace.Request(1, "POST /redeem").Do("a", kReadCoupon, R"("turn":5)");
    trace.Do("b", kUseCoupon, R"("turn":)" + std::to_string(second));
    return FindIn(trace.text());
  };
  CHECK(CandidateCount(find(5)) == 0);
  CHECK(CountOf(find(5), "one step") == 1);
  CHECK(CandidateCount(find(6)) == 1);
}

TEST_CASE("an open transaction of SQLite keeps other writers out") {
  Trace trace("sqlite:/shop.db");
  const std::string other = R"({"class":"W","table":"coupon","keys":{"id":["1"]},"unique":true,"columns":["used"]})";
  trace.Request(1, "POST /redeem").Transaction("begin");
  trace.Do("a", kReadCoupon, trace.In("serializable")).Do("b", kUseCoupon, trace.In("serializable"));
  trace.Transaction("commit");
  trace.Request(2, "POST /other").Do("c", other);
  CHECK(CandidateCount(FindIn(trace.text())) == 0);
}

TEST_CASE("a statement that takes a mark from all rows of a user is no check, and other rows are marked after it") {
  const std::string clear = R"({"class":"W","table":"address","keys":{"user":["1"],"main":["true","false"]},)"
                            R"("columns":["main"],"rows":1,"guards":true})";
  const auto mark = [](const std::string& id) {
    return R"({"class":"W","table":"address","keys":{"id":[")" + id +
           R"("]},"unique":true,"primary":true,"columns":["main"],"rows":1})";
  };
  Trace trace;
  trace.Request(1, "PUT /main").Do("a", clear).Do("b", mark("2"));
  trace.Request(2, "PUT /main").Do("a", clear).Do("b", mark("3"));
  const Json found = FindIn(trace.text());
  REQUIRE(CandidateCount(found) == 1);
  CHECK(found["candidates"][0]["examples"] > 1);  // also of the two that set other rows
}

namespace {

using Rows = std::vector<std::string>;

std::string Account(char kind, const std::string& id) {
  return std::string(R"({"class":")") + kind + R"(","table":"account","keys":{"id":[)" + id +
         R"(]},"unique":true,"primary":true,"columns":["balance"],"rows":1})";
}

// A request that changes these rows in one transaction. `gate`: under a lock by this name.
void Transfer(Trace* trace, int request, const Rows& rows, const std::string& gate = "") {
  trace->Request(request, "POST /transfer").Transaction("begin");
  if (!gate.empty()) trace->Lock("acquire", gate, "transaction");
  for (const std::string& row : rows) {
    trace->Do("update", Account('R', row) + "," + Account('W', row),
              R"("atomic":true,"commutes":true,)" + trace->In("read committed"));
  }
  trace->Transaction("commit");
}

std::vector<Json> Deadlocks(const Rows& a, const Rows& b, const std::string& gate = "",
                            const std::string& store = "postgres://h/bank") {
  Trace trace(store);
  Transfer(&trace, 1, a, gate);
  Transfer(&trace, 2, b, gate);
  const Json candidates = FindIn(trace.text())["candidates"];
  std::vector<Json> found;
  for (const Json& each : candidates) {
    if (each["pattern"] == "locks") found.push_back(each);
  }
  return found;
}

}  // namespace

TEST_CASE("two transactions that lock the same rows in opposite order deadlock") {
  const Rows there{R"("1")", R"("2")"};
  const Rows back{R"("2")", R"("1")"};
  const std::vector<Json> found = Deadlocks(there, back);
  REQUIRE(found.size() == 1);
  CHECK(found[0]["order"] == Json::parse(R"([["first",1],["second",3],["second",4],["first",2]])"));
  CHECK(found[0]["first"]["hold"] == 2);
  CHECK(found[0]["rank"] == 0.3);
  CHECK(Deadlocks(there, back, "", "mysql://h/bank").size() == 1);
  CHECK(Deadlocks(there, back, "", "sqlite:/bank.db").empty());
  CHECK(Deadlocks(there, there).empty());
  CHECK(Deadlocks(there, {R"("2","1")"}).empty());                                           // both by one statement
  CHECK(Deadlocks(there, back, "advisory:1").empty());                                       // one at a time
  CHECK(Deadlocks({R"("9")", R"("1")", R"("2")"}, {R"("9")", R"("2")", R"("1")"}).empty());  // by a row
}

TEST_CASE("rows that are locked and not changed deadlock, those of two transactions do not") {
  const auto find = [](bool in_one) {
    Trace trace;
    const auto lock = [&](const std::string& row) {
      trace.Do("select", Account('R', row), trace.In("read committed"));
      const std::string of = R"("operation":)" + std::to_string(trace.operation());
      trace.Lock("acquire", "row:account:id=" + row.substr(1, 1), "transaction", of);
    };
    for (const int request : {1, 2}) {
      trace.Request(request, "POST /" + std::to_string(request)).Transaction("begin");
      lock(request == 1 ? R"("1")" : R"("2")");
      if (!in_one) trace.Transaction("commit").Request(request + 2, "POST /next").Transaction("begin");
      lock(request == 1 ? R"("2")" : R"("1")");
      trace.Transaction("commit");
    }
    const Json candidates = FindIn(trace.text())["candidates"];
    return std::count_if(candidates.begin(), candidates.end(),
                         [](const Json& each) { return each["pattern"] == "locks"; });
  };
  CHECK(find(true) == 1);
  CHECK(find(false) == 0);
}
