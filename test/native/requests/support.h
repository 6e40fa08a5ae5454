// Traces as text, and what is found in them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "requests/find.h"

namespace nacd::requests {

using Json = nlohmann::json;

// Finds races in one trace. Throws the fault's line.
inline Json FindIn(const std::string& trace, const FindOptions& options = {}) {
  std::string json;
  std::string error;
  if (!FindInTexts({{"trace.ndjson", trace}}, options, &json, &error)) throw std::runtime_error(error);
  return Json::parse(json);
}

// Returns the line of the fault; "" if the trace is good.
inline std::string FaultOf(const std::string& trace) {
  std::string json;
  std::string error;
  FindInTexts({{"trace.ndjson", trace}}, {}, &json, &error);
  return error;
}

// Writes a trace line by line; each operation takes a millisecond, and operations are numbered from 1.
class Trace {
 public:
  explicit Trace(std::string store = "postgres://h/shop") : store_(std::move(store)) {}

  // Starts request `number`. `sent` are hashes.
  Trace& Request(int number, const std::string& handler, const std::string& sent = "") {
    request_ = number;
    return Line(R"("type":"request","request":)" + std::to_string(number) + R"(,"handler":")" + handler + "\"" +
                List("sent", sent));
  }
  Trace& Response(const std::string& received = "") {
    return Line(R"("type":"response","status":200,"request":)" + std::to_string(request_) + List("received", received));
  }
  // Adds an operation with these effects, JSON objects parted by commas. `more` are further keys.
  Trace& Do(const std::string& site, const std::string& effects, const std::string& more = "") {
    return Line(R"("type":"operation","operation":)" + std::to_string(++operation_) + Of() + R"(,"site":")" + site +
                R"(","effects":[)" + effects + "]" + (more.empty() ? "" : "," + more));
  }
  // Begins or ends transaction 1 of connection 1.
  Trace& Transaction(const std::string& how) {
    return Line(R"("type":"transaction","connection":1,"transaction":)" + std::to_string(request_) + R"(,"how":")" +
                how + "\"" + Of());
  }
  Trace& Lock(const std::string& how, const std::string& name, const std::string& scope, const std::string& more = "") {
    return Line(R"("type":"lock","name":")" + name + R"(","how":")" + how + R"(","scope":")" + scope + "\"" + Of() +
                (more.empty() ? "" : "," + more));
  }
  // Adds a line as it is, without its braces, but with its time.
  Trace& Line(const std::string& rest) {
    text_ += R"({"t":)" + std::to_string(++time_) + "," + rest + "}\n";
    return *this;
  }

  // In the transaction that Transaction("begin") began.
  std::string In(const std::string& isolation) const {
    return R"("connection":1,"transaction":)" + std::to_string(request_) + R"(,"isolation":")" + isolation + "\"";
  }
  int operation() const { return operation_; }
  const std::string& text() const { return text_; }

 private:
  std::string Of() const { return R"(,"request":)" + std::to_string(request_) + R"(,"store":")" + store_ + "\""; }
  static std::string List(const std::string& key, const std::string& hashes) {
    return hashes.empty() ? "" : ",\"" + key + "\":[" + hashes + "]";
  }

  std::string store_;
  std::string text_;
  int time_ = 0;
  int request_ = 0;
  int operation_ = 0;
};

// Effects on the coupon X.
inline constexpr char kReadCoupon[] =
    R"({"class":"R","table":"coupon","keys":{"code":["X"]},"unique":true,"primary":true,"columns":["used"],"rows":1})";
inline constexpr char kUseCoupon[] =
    R"({"class":"W","table":"coupon","keys":{"code":["X"]},"unique":true,"primary":true,"columns":["used"],"rows":1})";
inline constexpr char kUseCouponGuarded[] =
    R"({"class":"W","table":"coupon","keys":{"code":["X"],"used":["false","true"]},"unique":true,"columns":["used"],"rows":1,"guards":true})";

}  // namespace nacd::requests
