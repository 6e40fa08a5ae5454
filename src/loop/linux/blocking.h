// If a loop's thread blocks outside its poll, it may be waiting for a task whose start is postponed, so postponed
// tasks start at once. They need not start when V8 waits for its own threads: delays that end whenever V8's helpers
// are late would make a run unrepeatable. In that case they start only if the wait takes long.
#pragma once

#include <cstdint>
#include <ctime>

#include "loop/engine.h"

namespace nacd::loop {

// Returns whether the code at `caller`, which called libc, is V8 waiting for its own threads or for one of their
// locks.
bool IsV8sOwnWait(const void* caller);
// After this many ms of real time, such a wait counts as one for a task.
constexpr int64_t kV8sOwnWaitMs = 100;

// Return whether a futex(2) `operation` waits, and whether its timeout is relative.
bool IsFutexWait(long operation);
bool IsRelativeFutexWait(long operation);
// Returns the timeout to give the kernel: `limit` itself if it is relative, else *real, which is set to the deadline
// on the kernel's clock.
const timespec* RealFutexLimit(long operation, const timespec* limit, timespec* real);

}  // namespace nacd::loop
