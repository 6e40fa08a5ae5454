// Conflicts between effects: the same rows and columns, and one of them writes (seed 002, section 4.2.1).
#pragma once

#include <vector>

#include "requests/flows.h"
#include "requests/recording.h"

namespace nacd::requests {

struct Conflict {
  uint32_t first;   // position of the operation in flow A
  uint32_t second;  // in flow B
  const Effect* first_effect;
  const Effect* second_effect;
  bool same_row;  // certainly
};

struct Conflicts {
  std::vector<Conflict> list;  // by `first`, then `second`
  bool any = false;            // also pairs that commute, which are not in the list
  uint64_t compared = 0;       // effects: the work that this was
};

// Sets `out` to the conflicts of two flows. `copy`: B is a copy of A, so rows that A named itself are not B's.
void FindConflicts(const Recording& recording, const Flows& flows, const Flow& a, const Flow& b, bool copy,
                   Conflicts* out);

}  // namespace nacd::requests
