#include "operation/operation.h"

#include "hot.h"

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
  }
  return "unknown";
}

uint64_t HashOf(const Operation& operation) {
  uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a, 64 bits
  for (unsigned char byte : operation.name) hash = (hash ^ byte) * 0x100000001b3ULL;
  return (hash ^ (static_cast<uint64_t>(operation.phase) + 1)) * 0x100000001b3ULL;
}

}  // namespace nacd::schedule
