// Requests that a request causes: by calls to services, and by messages that consumers deal with.
#pragma once

#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "requests/recording.h"

namespace nacd::requests {

// A call, or a message. Times are those of the sender's clock.
struct Call {
  uint32_t from = kNone;  // in Recording::requests
  uint32_t to = kNone;
  double sent = kNever;
  double answered = kNever;  // of a message: never
};

class Caused {
 public:
  explicit Caused(const Recording& recording);

  const std::vector<Call>& messages() const { return messages_; }
  // Callers, and the calls that each makes, in the order in which they were sent.
  const std::map<uint32_t, std::vector<Call>>& by_caller() const { return by_caller_; }
  const std::vector<Call>& CallsOf(uint32_t request) const;
  // Returns the call that the request came by, or null.
  const Call* CallTo(uint32_t request) const;
  // Returns the requests and all that they cause, sorted. A trace that somebody else wrote may have a circle.
  std::vector<uint32_t> AllOf(const std::vector<uint32_t>& requests) const;
  // The same without what messages cause.
  std::vector<uint32_t> AllByCalls(const std::vector<uint32_t>& requests) const;
  // Returns the operations of the requests that use a table, by start. Others may prepare a connection that is new.
  std::vector<uint32_t> OperationsOf(const std::vector<uint32_t>& requests) const;

 private:
  using Causes = std::unordered_map<uint32_t, std::vector<uint32_t>>;

  const Recording& recording_;
  std::map<uint32_t, std::vector<Call>> by_caller_;
  std::unordered_map<uint32_t, Call> by_callee_;
  std::vector<Call> messages_;
  Causes by_call_;
  Causes by_cause_;
  std::vector<std::vector<uint32_t>> operations_;  // of each request
};

}  // namespace nacd::requests
