// Messages of one flow whose consumers work at the same time: branches of the request, chains of all that the consumers
// do with them.
#pragma once

#include <vector>

#include "requests/branches.h"
#include "requests/caused.h"
#include "requests/recording.h"

namespace nacd::requests {

// Returns lists of such branches, one for each flow with several messages.
std::vector<std::vector<Branch>> FindDeliveries(const Recording& recording, const Caused& caused);

}  // namespace nacd::requests
