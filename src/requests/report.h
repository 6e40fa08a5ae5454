// Writes candidates as JSON (docs/requests-format.md, Candidates).
#pragma once

#include <string>
#include <vector>

#include "requests/candidates.h"
#include "requests/happens_before.h"
#include "requests/pair_counts.h"

namespace nacd::requests {

std::string Report(const Recording& recording, const Flows& flows, const HappensBefore& order, const PairCounts& counts,
                   const std::vector<Candidate>& candidates);

}  // namespace nacd::requests
