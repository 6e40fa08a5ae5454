// Statements that one request makes at the same time are chains, which are paired with each other.
#include <catch2/catch.hpp>

#include "requests/support.h"

using namespace nacd::requests;

namespace {

// One request; each statement has its own time.
class Statements {
 public:
  explicit Statements(std::string store = "postgres://h/shop") : store_(std::move(store)) {
    trace_ = R"({"type":"request","t":1,"flow":"flow-of-all","request":1,"handler":"POST /pay"})"
             "\n";
  }

  // `more`: further JSON of it.
  Statements& Do(double t, double end, char kind, const std::string& row, int connection,
                 const std::string& more = "") {
    const std::string site = kind == 'R' ? "read" : "write";
    trace_ += R"({"type":"operation","request":1,"operation":)" + std::to_string(++operation_) + R"(,"t":)" +
              std::to_string(t) + R"(,"end":)" + std::to_string(end) + R"(,"store":")" + store_ + R"(","connection":)" +
              std::to_string(connection) + more + R"(,"api":"q","site":")" + site + R"(","effects":[{"class":")" +
              kind + R"(","table":"t","keys":{"id":[")" + row +
              R"("]},"unique":true,"columns":["n"],"rows":1}])"
              "}\n";
    return *this;
  }

  // Candidates of chains.
  Json Find() const {
    Json chains = Json::array();
    const Json found = FindIn(trace_);
    for (const Json& candidate : found["candidates"]) {
      if (candidate.contains("of")) chains.push_back(candidate);
    }
    return chains;
  }

 private:
  std::string store_;
  std::string trace_;
  int operation_ = 0;
};

Json At(int number) { return {{"trace", 0}, {"operation", number}}; }

}  // namespace

TEST_CASE("two chains at the same time are a pair") {
  Statements statements;
  statements.Do(10, 20, 'R', "1", 1).Do(10, 22, 'R', "1", 2).Do(20, 30, 'W', "1", 1).Do(22, 30, 'W', "1", 2);
  const Json chains = statements.Find();
  REQUIRE(chains.size() == 1);
  CHECK(chains[0]["pattern"] == "P1");
  CHECK(chains[0]["of"] == Json({{"handler", "POST /pay"}, {"trace", 0}, {"request", 1}}));
  CHECK(chains[0]["first"]["operations"] == Json::array({At(1), At(3)}));
  CHECK(chains[0]["second"]["operations"] == Json::array({At(2), At(4)}));
  CHECK(!chains[0].contains("shared"));
}

TEST_CASE("a chain whose first statement waits until a connection is open begins when that begins to open") {
  for (const double asked : {10.5, 0.5}) {  // before the request it began to open for something else
    Statements statements;
    statements.Do(10, 11, 'R', "1", 1).Do(11, 12, 'W', "1", 1);
    statements.Do(20, 22, 'R', "1", 2, R"(,"asked":)" + std::to_string(asked)).Do(22, 24, 'W', "1", 2);
    const Json chains = statements.Find();
    if (asked < 1) {
      CHECK(chains.empty());
      continue;
    }
    REQUIRE(chains.size() == 1);
    CHECK(chains[0]["first"]["operations"] == Json::array({At(1), At(2)}));
    CHECK(chains[0]["second"]["operations"] == Json::array({At(3), At(4)}));
  }
}

TEST_CASE("a statement belongs to the chain that names its row") {
  Statements statements;
  statements.Do(10, 20, 'R', "1", 1).Do(10, 21, 'R', "2", 2).Do(21, 30, 'W', "1", 1).Do(22, 25, 'R', "1", 2);
  statements.Do(26, 30, 'W', "1", 3);
  const Json chains = statements.Find();
  REQUIRE(!chains.empty());
  CHECK(chains[0]["first"]["operations"] == Json::array({At(1), At(3)}));
  CHECK(chains[0]["second"]["operations"] == Json::array({At(2), At(4), At(5)}));
}

TEST_CASE(
    "where two chains have their answers at one moment, a statement continues the one that another has gone on like") {
  Statements statements;
  statements.Do(10, 20, 'R', "1", 1).Do(10, 24.46, 'R', "1", 2).Do(21, 24.56, 'W', "1", 1).Do(24.6, 30, 'W', "1", 2);
  const Json chains = statements.Find();
  REQUIRE(!chains.empty());
  CHECK(chains[0]["first"]["operations"] == Json::array({At(1), At(3)}));
  CHECK(chains[0]["second"]["operations"] == Json::array({At(2), At(4)}));
}

TEST_CASE("statements one after the other, or of other rows, are no pair") {
  Statements in_turn;
  in_turn.Do(10, 20, 'R', "1", 1).Do(20, 30, 'W', "1", 1).Do(30, 40, 'R', "1", 2).Do(40, 50, 'W', "1", 2);
  CHECK(in_turn.Find().empty());
  Statements apart;
  apart.Do(10, 20, 'R', "1", 1).Do(10, 22, 'R', "2", 2).Do(20, 30, 'W', "1", 1).Do(22, 30, 'W', "2", 2);
  CHECK(apart.Find().empty());
}

TEST_CASE("a connection of a database keeps the order of chains; one of a cache is told") {
  for (const std::string store : {"postgres://h/shop", "redis://h/0", "sqlite:shop.db"}) {
    Statements statements(store);
    statements.Do(10, 20, 'R', "1", 1).Do(10, 22, 'R', "1", 1).Do(20, 30, 'W', "1", 1).Do(22, 30, 'W', "1", 1);
    const Json chains = statements.Find();
    REQUIRE(chains.size() == (store[0] == 'p' ? 0 : 1));
    if (!chains.empty()) CHECK(chains[0]["shared"] == true);
  }
}
