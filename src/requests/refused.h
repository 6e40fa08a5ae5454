// Branches of which one was refused in the recording: it came after what the other one changed, so that it has no
// change of its own, and no pair of recorded statements shows the race. It may pass its check while the other one is
// between check and change.
#pragma once

#include "requests/branches.h"
#include "requests/interleaving.h"

namespace nacd::requests {

// The order in which the first branch is held before its change, and the other one runs.
struct RefusedWindow {
  Window window;
  Conflict read{};    // what both look at
  Conflict change{};  // what the other one would see of the change
};

// Returns whether a call of the branch was answered like one that reached a limit.
bool IsRefused(const Recording& recording, const Branch& branch);

// Sets `found` to such an order, if `a` looks at what it changes and `b` reads that. `conflicts` are those of both.
bool FindRefused(const Recording& recording, const Flows& flows, const Flow& a, const Flow& b,
                 const Conflicts& conflicts, RefusedWindow* found);

}  // namespace nacd::requests
