// Calls to services that one request makes at the same time are branches, which are paired with each other.
#include <catch2/catch.hpp>

#include "requests/support.h"

using namespace nacd::requests;

namespace {

// A gateway calls services; each call is a request of the same flow. Times are those of the trace's lines.
class Calls {
 public:
  Calls() { Begin(1, "POST /checkout"); }

  // The gateway sends call `number`, which arrives as request `number`.
  Calls& Send(int number, const std::string& handler) {
    Message(1, "send", std::to_string(number));
    Begin(number, handler);
    Message(number, "receive", std::to_string(number));
    return *this;
  }
  Calls& Answer(int number) {
    Message(number, "send", std::to_string(number) + ":answer");
    Message(1, "receive", std::to_string(number) + ":answer");
    return *this;
  }
  Calls& Do(int request, const std::string& site, char kind) {
    trace_.Line(R"("type":"operation","operation":)" + std::to_string(++operation_) + R"(,"request":)" +
                std::to_string(request) + R"(,"store":"postgres://h/shop","site":")" + site +
                R"(","effects":[{"class":")" + kind +
                R"(","table":"t","keys":{"id":["1"]},"unique":true,"columns":["n"],"rows":1}])");
    return *this;
  }
  // Request `from` sends a message, which a consumer deals with as request `number`.
  Calls& Publish(int from, int number) {
    Message(from, "send", std::to_string(number), "pay");
    Begin(number, "MESSAGE /pay");
    Message(number, "receive", std::to_string(number), "pay");
    return *this;
  }
  // Request `number` is answered with this status.
  Calls& Status(int number, int status) {
    trace_.Line(R"("type":"response","request":)" + std::to_string(number) + R"(,"status":)" + std::to_string(status));
    return *this;
  }
  Json Find() const { return FindIn(trace_.text()); }

 private:
  void Begin(int number, const std::string& handler) {
    trace_.Line(R"("type":"request","flow":"flow-of-all","request":)" + std::to_string(number) + R"(,"handler":")" +
                handler + "\"");
  }
  void Message(int request, const std::string& how, const std::string& id, const std::string& queue = "http") {
    trace_.Line(R"("type":"message","queue":")" + queue + R"(","request":)" + std::to_string(request) + R"(,"how":")" +
                how + R"(","id":")" + id + "\"");
  }

  Trace trace_;
  int operation_ = 0;
};

// Candidates of branches of one request.
Json Forks(const Json& found) {
  Json forks = Json::array();
  for (const Json& candidate : found["candidates"]) {
    if (candidate.contains("of")) forks.push_back(candidate);
  }
  return forks;
}

Json StatementOf(int number) { return {{"trace", 0}, {"operation", number}}; }
Json PlaceOf(int number) { return {{"trace", 0}, {"request", number}}; }

}  // namespace

TEST_CASE("two calls at the same time are a pair") {
  Calls calls;
  calls.Send(2, "POST /debit").Send(3, "POST /debit");
  calls.Do(2, "read", 'R').Do(2, "write", 'W').Do(3, "read", 'R').Do(3, "write", 'W').Answer(2).Answer(3);
  const Json forks = Forks(calls.Find());
  REQUIRE(forks.size() == 1);
  CHECK(forks[0]["pattern"] == "P1");
  CHECK(forks[0]["of"] == Json({{"handler", "POST /checkout"}, {"trace", 0}, {"request", 1}}));
  CHECK(forks[0]["first"]["handler"] == "POST /debit");
  CHECK(forks[0]["first"]["calls"] == Json::array({PlaceOf(2)}));
  CHECK(forks[0]["second"]["requests"] == Json::array({PlaceOf(3)}));
}

TEST_CASE("a call after the answer to the other is none") {
  Calls calls;
  calls.Send(2, "POST /debit").Do(2, "read", 'R').Do(2, "write", 'W').Answer(2);
  calls.Send(3, "POST /debit").Do(3, "read", 'R').Do(3, "write", 'W').Answer(3);
  CHECK(Forks(calls.Find()).empty());
}

TEST_CASE("a call that was refused after the other may pass its check before the other's change") {
  for (const int status : {409, 404, 200}) {
    Calls calls;
    calls.Send(2, "POST /debit").Send(3, "POST /debit").Do(2, "read", 'R').Do(2, "write", 'W').Answer(2);
    calls.Do(3, "read", 'R').Status(3, status).Answer(3);
    const Json forks = Forks(calls.Find());
    REQUIRE(forks.size() == (status == 409 ? 1 : 0));
    if (forks.empty()) continue;
    CHECK(forks[0]["why"] == Json::array({"is refused after the other"}));
    CHECK(forks[0]["order"] == Json::array({{"first", 1}, {"second", 3}, {"first", 2}}));
  }
}

TEST_CASE("a call that was refused is no candidate if the other does not check") {
  Calls calls;
  calls.Send(2, "PUT /debit").Send(3, "POST /debit").Do(2, "write", 'W').Answer(2);
  calls.Do(3, "read", 'R').Status(3, 409).Answer(3);
  CHECK(Forks(calls.Find()).empty());
}

TEST_CASE("a branch has what the consumers of its messages do") {
  Calls calls;
  calls.Send(2, "POST /debit").Send(3, "POST /debit").Publish(2, 4).Publish(3, 5).Answer(2).Answer(3);
  calls.Do(4, "read", 'R').Do(5, "read", 'R').Do(4, "write", 'W').Do(5, "write", 'W');
  const Json forks = Forks(calls.Find());
  REQUIRE(forks.size() == 1);
  CHECK(forks[0]["first"]["requests"] == Json::array({PlaceOf(2), PlaceOf(4)}));
}

TEST_CASE("two messages of one request are a pair, also one that is sent later, unless one comes of the other") {
  Calls calls;
  calls.Publish(1, 2).Publish(1, 3);
  calls.Do(2, "read", 'R').Do(2, "write", 'W').Do(3, "read", 'R').Do(3, "write", 'W');
  const Json forks = Forks(calls.Find());
  REQUIRE(forks.size() == 1);
  CHECK(forks[0]["first"]["handler"] == "MESSAGE /pay");
  CHECK(forks[0]["first"]["operations"] == Json::array({StatementOf(1), StatementOf(2)}));
  CHECK(forks[0]["second"]["operations"] == Json::array({StatementOf(3), StatementOf(4)}));
  Calls later;
  later.Publish(1, 2).Do(2, "read", 'R').Do(2, "write", 'W');
  later.Publish(1, 3).Do(3, "read", 'R').Do(3, "write", 'W');
  CHECK(Forks(later.Find()).size() == 1);
  Calls caused;
  caused.Publish(1, 2).Do(2, "read", 'R').Do(2, "write", 'W').Publish(2, 3).Do(3, "read", 'R').Do(3, "write", 'W');
  CHECK(Forks(caused.Find()).empty());
}

TEST_CASE("a message is a pair with what its sender does after it, also when that has answered its caller") {
  Calls calls;
  calls.Do(1, "before", 'R')
      .Publish(1, 2)
      .Do(1, "read", 'R')
      .Do(2, "read", 'R')
      .Do(2, "write", 'W')
      .Do(1, "write", 'W');
  const Json forks = Forks(calls.Find());
  REQUIRE(!forks.empty());
  CHECK(forks[0]["first"]["handler"] == "POST /checkout");
  CHECK(forks[0]["first"]["operations"] == Json::array({StatementOf(2), StatementOf(5)}));
  CHECK(forks[0]["second"]["handler"] == "MESSAGE /pay");
  CHECK(forks[0]["second"]["operations"] == Json::array({StatementOf(3), StatementOf(4)}));
  Calls service;
  service.Send(2, "POST /debit").Publish(2, 3).Answer(2).Do(1, "write", 'W').Do(3, "read", 'R').Do(3, "write", 'W');
  const Json found = Forks(service.Find());
  REQUIRE(!found.empty());
  CHECK(found[0]["second"]["operations"] == Json::array({StatementOf(1)}));
}

TEST_CASE("a call beside a statement is a chain of what it causes") {
  Calls calls;
  calls.Send(2, "POST /debit").Do(1, "read", 'R').Do(2, "read", 'R').Do(2, "write", 'W').Answer(2).Do(1, "write", 'W');
  const Json forks = Forks(calls.Find());
  REQUIRE(!forks.empty());
  CHECK(forks[0]["first"]["handler"] == "POST /checkout");
  CHECK(forks[0]["first"]["operations"] == Json::array({StatementOf(2), StatementOf(3)}));
  CHECK(forks[0]["second"]["operations"] == Json::array({StatementOf(1), StatementOf(4)}));
  Calls after;
  after.Send(2, "POST /debit").Do(2, "read", 'R').Do(2, "write", 'W').Answer(2).Do(1, "read", 'R').Do(1, "write", 'W');
  CHECK(Forks(after.Find()).empty());
}

TEST_CASE("branches of several calls each") {
  Calls calls;
  calls.Send(2, "GET /seats").Send(3, "GET /seats").Do(2, "read", 'R').Do(3, "read", 'R').Answer(2).Answer(3);
  calls.Send(4, "POST /seats").Send(5, "POST /seats").Do(4, "write", 'W').Do(5, "write", 'W').Answer(4).Answer(5);
  const Json forks = Forks(calls.Find());
  REQUIRE(!forks.empty());
  CHECK(forks[0]["first"]["calls"] == Json::array({PlaceOf(2), PlaceOf(4)}));
  CHECK(forks[0]["second"]["calls"] == Json::array({PlaceOf(3), PlaceOf(5)}));
}

TEST_CASE("a call that follows both does not join what is in one branch") {
  Calls calls;
  calls.Send(2, "POST /stock").Send(3, "POST /price").Do(2, "read", 'R').Do(3, "other", 'R').Answer(2).Answer(3);
  calls.Send(4, "POST /order").Do(4, "write", 'W').Answer(4);
  CHECK(Forks(calls.Find()).empty());
}
