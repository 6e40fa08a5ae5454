// Flows: each request with all that it causes, as one line of operations.
#pragma once

#include <vector>

#include "requests/branches.h"
#include "requests/recording.h"

namespace nacd::requests {

// A request and all requests that it caused, also in other processes; or a branch of such a flow.
struct Flow {
  uint32_t request = 0;  // the first one
  double start = kNever;
  Range operations;    // in Flows::operations, in order of time
  Range touches;       // in Flows::touches, by store and table
  Range locks;         // in Flows::locks
  uint32_t shape = 0;  // flows of one handler that do the same at the same call sites have the same
  bool writes = false;
  uint32_t of = kNone;  // of a branch: place of its flow in Flows::flows
};

// That an operation of a flow has an effect on a table.
struct Touch {
  TextId store;
  TextId table;
  uint32_t position;  // of the operation in its flow
  uint32_t effect;    // in Recording::effects
};

struct Flows {
  std::vector<Flow> flows;           // by start; behind these the branches
  uint32_t whole = 0;                // number of flows that are no branches
  std::vector<Branch> branches;      // of the flows from `whole` on
  std::vector<Range> forks;          // places in `branches` of those that are tried with each other
  std::vector<uint32_t> operations;  // places in Recording::operations
  std::vector<uint32_t> locks;       // places in Recording::locks
  std::vector<uint32_t> of_request;  // place in `flows` of each request
  std::vector<Touch> touches;
  uint32_t shapes = 0;  // of flows that are no branches

  uint32_t OperationAt(const Flow& flow, uint32_t position) const {
    return operations[flow.operations.first + position];
  }
};

// Makes the flows of `recording`. A loop in a handler counts with its first and last operations at each call site only.
Flows MakeFlows(const Recording& recording);

}  // namespace nacd::requests
