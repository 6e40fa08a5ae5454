#include "operation/operation.h"

#include "hot.h"
#include "names/name.h"

namespace nacd::schedule {

NACD_HOT std::string_view PhaseName(Phase phase) {
  switch (phase) {
    case Phase::kRegistration:
      return "registration";
    case Phase::kAction:
      return "action";
    case Phase::kCallback:
      return "callback";
    case Phase::kEvent:
      return "event";
    case Phase::kPromise:
      return "promise";
    case Phase::kDescriptor:
      return "descriptor";
    case Phase::kWorker:
      return "worker";
    case Phase::kTimer:
      return "timer";
    case Phase::kStall:
      return "stall";
  }
  return "unknown";
}

uint64_t HashOf(const Operation& operation) {
  return (names::StableHash(operation.name) ^ (static_cast<uint64_t>(operation.phase) + 1)) * 0x100000001b3ULL;
}

}  // namespace nacd::schedule
