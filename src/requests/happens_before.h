// Happens-before between requests: only an order that a client could not do otherwise. A test's own order is no cause.
#pragma once

#include <vector>

#include "requests/flows.h"
#include "requests/reachability.h"
#include "requests/recording.h"

namespace nacd::requests {

enum class Order : uint8_t { kNone, kValueFlow, kPrimaryKey, kQueue };

// Seed 002, section 4.2.2: request-response-request dependencies by the flow of values, and select by primary key.
// Beyond it, a message is sent before it is received. Belongs to one thread.
class HappensBefore {
 public:
  HappensBefore(const Recording& recording, const Flows& flows);

  // Returns why flow `a` is always before flow `b`, which started later; kNone: they may be concurrent. Of several
  // reasons the first one of Order.
  Order Between(uint32_t a, uint32_t b);
  // Returns the flows that have to be over before `flow` can start, in order.
  std::vector<uint32_t> Needs(uint32_t flow) const { return all_.Before(flow); }

 private:
  using Edges = std::vector<Reachability::Edge>;
  struct Found {
    Edges values;
    Edges keys;
    Edges messages;
  };

  HappensBefore(uint32_t flows, Found found);
  static Found Find(const Recording& recording, const Flows& flows);

  // One for each number of reasons that count: the first one; the first two; all.
  Reachability values_;
  Reachability keys_;
  Reachability all_;
};

}  // namespace nacd::requests
