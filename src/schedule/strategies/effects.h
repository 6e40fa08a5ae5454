// A task of the worker pool is held either at its start or at its end, so that its effect is late.
#pragma once

#include "names/name.h"
#include "operation/operation.h"

namespace nacd::schedule {

// A call that reads opens the file before, and asks for its size. Held after that, it would read late and see what is
// new: what it has seen is old only where the task that has read is late.
inline bool PreparesLook(std::string_view name) {
  const names::Parts parts = names::Read(name);
  const bool opens = parts.tail.starts_with("/fs.open#") && !parts.api.ends_with("open");
  return opens || (parts.tail.starts_with("/fs.fstat#") && !parts.api.ends_with("stat"));
}

// A slow task does its work late and answers late. One that changes something is held before it has, one that looks
// after it has: so a change is seen late, and what was seen is old.
inline bool HoldsEffect(const Operation& task) {
  const bool changes = names::Changes(task.name);
  return changes == (task.phase == Phase::kAction) && (changes || !PreparesLook(task.name));
}

}  // namespace nacd::schedule
