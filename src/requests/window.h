// One order of two requests, with the reason for its rank, or the reason why it is no candidate.
#pragma once

#include <cstdint>

#include "requests/conflicts.h"

namespace nacd::requests {

// Seed 002, table 3. The first and last operations are one request's; the other's come between them.
enum class Pattern : uint8_t {
  kP1,     // R (R') {A',W',D'} {A,W,D}
  kP2,     // A A' {R,W,A}
  kP3,     // W A' {R,W,A}
  kP4,     // D D' A' A
  kP5,     // {A,W} {A',W',D'} R, and R {A',W',D'} R
  kOther,  // any other order that is not conflict-serializable
  kLocks   // both lock the same rows, in opposite order
};

// Why a window is no candidate, in the order in which they are counted.
enum class Pruned : uint8_t {
  kValueFlow,
  kPrimaryKey,
  kQueue,
  kLock,
  kIsolation,
  kOneStep,
  kCommutes,
  kSerializable,
  kDuplicate
};
inline constexpr size_t kPrunedReasons = 9;

// Reasons for a rank, as bits.
enum Why : uint32_t {
  kCreatesRead = 1,     // the insert makes what the other looked for
  kOverwritesRead = 2,  // both write what they read before
  kUniqueRefuses = 4,   // a unique key refuses the second insert
  kDeletesRead = 8,
  kChangesRead = 16,
  kSeesHalf = 32,
  kSeveralTables = 64,
  kRowsUnknown = 128,
  kLogTable = 256,
  kOtherTests = 512,
  kMayBeRefused = 1024,
  kRefuses = 2048,  // the other one was refused after it
  kLockRunsOut = 4096,
  kOppositeLocks = 8192
};

// One order: A up to `hold`, then B, then the rest of A.
struct Window {
  uint32_t first = 0;                // position in A, before `hold`
  uint32_t hold = 0;                 // A is held before this position
  uint32_t last = 0;                 // position in A, `hold` or later
  const Conflict* before = nullptr;  // A's operation before B's
  const Conflict* after = nullptr;   // B's operation before A's
  Pattern pattern = Pattern::kOther;
  double rank = 0;
  uint32_t why = 0;
  double expires = 0;  // A is held for so many milliseconds until a lock of it has run out; 0: none has to
};

}  // namespace nacd::requests
