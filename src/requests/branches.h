// Branches of one request: calls to services that it makes at the same time, such as by Promise.all, or statements
// (chains.h), or messages whose consumers work at the same time (deliveries.h). Nothing orders them, so seed 004
// (figure 4) treats them as flows of their own.
#pragma once

#include <vector>

#include "requests/caused.h"
#include "requests/recording.h"

namespace nacd::requests {

// Two statements are no race: one of two chains has a check and a change.
inline constexpr size_t kLeastStatements = 3;

// Calls that one request makes one after the other, with all that they cause; or a chain of statements.
struct Branch {
  uint32_t of = kNone;               // the request that makes them, in Recording::requests
  double start = kNever;             // when the first call or statement was sent
  double answered = kNever;          // when its answer came
  std::vector<uint32_t> calls;       // the requests that the calls arrived as, in order
  std::vector<uint32_t> requests;    // these and all that they cause, sorted; of a chain: those that its calls cause
  std::vector<uint32_t> operations;  // of a chain: places in Recording::operations, in order
  uint32_t consumer = kNone;         // of a delivery: the request that is what the consumer does with the message

  bool is_chain() const { return !operations.empty(); }
  // Returns the request that tells what the branch is.
  uint32_t head() const { return consumer != kNone ? consumer : is_chain() ? of : calls.front(); }
};

// Returns lists of branches of one request each. Which call follows from which answer is not known where several have
// come: one list takes only calls that overlap with others, and a further one takes all. A request with more than 32
// calls counts with its first ones.
std::vector<std::vector<Branch>> FindBranches(const Recording& recording, const Caused& caused);

// Returns whether the first calls or statements of both were on their way at the same time. Of two messages: none comes
// from the work on the other one. Their times say nothing, since a slower consumer gets to a message later.
bool AreConcurrent(const Branch& a, const Branch& b);

}  // namespace nacd::requests
