// Requests that a request causes: by calls to services, and by messages that consumers deal with.
#pragma once

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

  const std::vector<Call>& calls() const { return calls_; }
  const std::vector<Call>& messages() const { return messages_; }
  // Returns the request and all that it causes, sorted. A trace that somebody else wrote may have a circle.
  std::vector<uint32_t> AllOf(const std::vector<uint32_t>& requests) const;

 private:
  std::vector<Call> calls_;
  std::vector<Call> messages_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> by_cause_;
};

}  // namespace nacd::requests
