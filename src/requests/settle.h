// Settles what each effect and lock of a recording came to, once all lines are read.
#pragma once

#include "requests/recording.h"

namespace nacd::requests {

// - Each operation gets its place in the program and the kind of its store.
// - A write that failed, was rolled back or touched no row is a read; a delete of no row is nothing.
// - A transaction without an end ends after its last operation.
// - A lock of a transaction is released at its end; outside of one, at once.
void SettleEffects(Recording* recording);

// Marks keys that name rows by values which the request itself generated (Key::made).
void MarkMade(Recording* recording);

}  // namespace nacd::requests
