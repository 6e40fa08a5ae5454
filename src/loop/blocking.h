// What it means that a loop's thread blocks outside its poll: whatever it waits for may need a task that we have not
// let start, so those start at once. Unless it is known to wait for none: a run whose delays end whenever V8's helpers
// are late would not be repeatable.
#pragma once

#include <cstdint>
#include <ctime>

namespace nacd::loop {

// What V8 does on a thread: numbers of v8::StateTag.
constexpr int kV8Unknown = -1;
constexpr int kV8Collecting = 1;
constexpr int kV8Waiting = 7;  // in Atomics.wait, whose awakener may be anything

// Tells what V8 does on the calling thread, kV8Unknown where that can't be known. Called in the midst of V8: it must
// not enter it. Set once, before there are loops; without it every wait counts.
using V8State = int (*)();
void SetV8State(V8State state);

// Whether what the calling thread is about to wait for (by pthread's conditions or semaphores) may need a task of the
// worker pool.
bool MayNeedTasks();
// The same for a wait by futex(2), called from `caller`: V8's locks and conditions are made of it since Node.js 24.
bool FutexMayNeedTasks(const void* caller);

// Of futex(2): whether `operation` waits.
bool IsFutexWait(long operation);
// The time limit of such a wait: as it is, or, where it is a point in time, in *real as the kernel knows it.
const timespec* RealFutexLimit(long operation, const timespec* limit, timespec* real);

}  // namespace nacd::loop
