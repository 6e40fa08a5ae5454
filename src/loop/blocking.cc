#include "loop/blocking.h"

#include <dlfcn.h>
#include <linux/futex.h>

#include <atomic>

#include "loop/clock.h"

namespace nacd::loop {
namespace {

std::atomic<V8State> g_v8_state{nullptr};

int StateNow() {
  const V8State state = g_v8_state.load(std::memory_order_acquire);
  return state ? state() : kV8Unknown;
}

// V8's own threads, for which it waits here, have nothing to do with the worker pool.
bool AmongItself(int state) { return state == kV8Collecting; }

// Where Node.js comes in a library of its own, V8 is in that.
bool IsInV8(const void* code) {
  Dl_info of_code, of_v8;
  const void* v8 = dlsym(RTLD_DEFAULT, "_ZN2v87Isolate10GetCurrentEv");
  return v8 && dladdr(v8, &of_v8) != 0 && dladdr(code, &of_code) != 0 && of_v8.dli_fbase == of_code.dli_fbase;
}

long Bare(long operation) { return operation & ~static_cast<long>(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME); }

}  // namespace

void SetV8State(V8State state) { g_v8_state.store(state, std::memory_order_release); }

bool MayNeedTasks() { return !AmongItself(StateNow()); }

bool FutexMayNeedTasks(const void* caller) {
  const int state = StateNow();
  if (state == kV8Waiting || state == kV8Unknown) return true;
  // Locks that V8's threads hold for a moment; anything else that waits like this is an addon's.
  return !AmongItself(state) && !IsInV8(caller);
}

bool IsFutexWait(long operation) { return Bare(operation) == FUTEX_WAIT || Bare(operation) == FUTEX_WAIT_BITSET; }

const timespec* RealFutexLimit(long operation, const timespec* limit, timespec* real) {
  // FUTEX_WAIT's is a length of time.
  if (!limit || Bare(operation) != FUTEX_WAIT_BITSET) return limit;
  *real = Clock::ToReal(*limit);
  return real;
}

}  // namespace nacd::loop
