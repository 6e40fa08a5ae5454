// Conflicts between effects: the same rows and columns, and one of them writes (seed 002, section 4.2.1).
#pragma once

#include <vector>

#include "requests/flows.h"
#include "requests/recording.h"

namespace nacd::requests {

enum class Overlap : uint8_t {
  kNone,     // no row has both keys
  kUnknown,  // some row may have
  kSame      // they name the same row
};

// Compares the rows that two effects on one table name. `copy`: `b` is of a copy of the request that made `a`, so
// generated values differ.
Overlap RowsOf(const Recording& recording, const Effect& a, const Effect& b, bool copy = false);

// Returns whether the order of the two effects on one row could matter. Two inserts conflict by a unique key only.
bool ColumnsConflict(const Recording& recording, const Effect& a, const Effect& b);

// Returns whether `guarded` finds no row any more after `writer` changed its row: the condition compares a column that
// `writer` sets. A condition such as balance >= 10 may hold all the same.
bool Refuses(const Recording& recording, const Effect& guarded, const Effect& writer);

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
