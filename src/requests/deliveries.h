// Messages of one flow, whose consumers work at the same time, also beside the rest of the request that sends them.
#pragma once

#include <vector>

#include "requests/branches.h"

namespace nacd::requests {

// Returns lists of branches of one flow each, as FindBranches does of calls: the work of consumers on its messages with
// all that it causes; and lists of two: the work on a message, and what its sender does after it has sent that. A
// sender that is a service goes on with what its callers do.
std::vector<std::vector<Branch>> FindDeliveries(const Recording& recording, const Caused& caused);

}  // namespace nacd::requests
