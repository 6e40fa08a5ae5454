// Compares the rows and columns of two effects (seed 002, section 4.2.1).
#pragma once

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

// Returns whether one of two inserts into the same table of `store` is refused after the other, by a unique key.
bool InsertsConflict(const Recording& recording, TextId store, const Effect& a, const Effect& b, bool copy);

}  // namespace nacd::requests
