// A loop's thread that blocks outside its poll may wait for a task whose start is postponed, so postponed tasks start
// at once. Where V8 waits for its own threads they need not, and a run whose delays end
// whenever V8's helpers are late would not be repeatable: there they start only if the wait takes long.
#pragma once

#include <cstdint>
#include <ctime>

#include "loop/engine.h"

namespace nacd::loop {

// Returns whether V8 waits for its own threads, or for a lock of theirs, in the code at `caller`, which called libc.
bool IsV8sOwnWait(const void* caller);
// For how long such a wait is taken for what it looks like, in ms of real time.
constexpr int64_t kV8sOwnWaitMs = 100;

// Of futex(2): whether `operation` waits, and whether its time limit is a length of time.
bool IsFutexWait(long operation);
bool IsRelativeFutexWait(long operation);
// The time limit of such a wait: as it is, or, where it is a point in time, in *real as the kernel knows it.
const timespec* RealFutexLimit(long operation, const timespec* limit, timespec* real);

}  // namespace nacd::loop
