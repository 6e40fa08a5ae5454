// A task of the worker pool is held either at its start or at its end, so that its effect is late.
#pragma once

#include "names/name.h"
#include "operation/operation.h"

namespace nacd::schedule {

// A slow task does its work late and answers late. One that changes something is held before it has, one that looks
// after it has: so a change is seen late, and what was seen is old.
inline bool HoldsEffect(const Operation& task) { return names::Changes(task.name) == (task.phase == Phase::kAction); }

}  // namespace nacd::schedule
