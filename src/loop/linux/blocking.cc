#include "loop/linux/blocking.h"

#include <dlfcn.h>
#include <linux/futex.h>

#include <array>
#include <atomic>
#include <mutex>

#include "loop/linux/clock.h"
#include "loop/linux/objects.h"

namespace nacd::loop {
namespace {

// The object that V8 is in: the program, or a library of Node's.
struct Code {
  V8State state = nullptr;
  Range object;
  std::array<Range, 4> libuv;  // in the same object, but waits for others
};

Code g_code;
std::atomic<bool> g_known{false};

Range CodeOf(const char* name) {
  constexpr uintptr_t kLongest = 256;  // what comes after it is libuv's, too
  const auto start = reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, name));
  return {start, start == 0 ? 0 : start + kLongest};
}

long Bare(long operation) { return operation & ~static_cast<long>(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME); }

}  // namespace

void SetV8State(V8State state, const void* v8) {
  static std::once_flag once;
  std::call_once(once, [state, v8] {
    g_code.state = state;
    g_code.object = ObjectOf(v8);
    if (!state || g_code.object.end == 0) return;
    g_code.libuv = {CodeOf("uv_cond_wait"), CodeOf("uv_cond_timedwait"), CodeOf("uv_sem_wait"),
                    CodeOf("uv_barrier_wait")};
    g_known.store(true, std::memory_order_release);
  });
}

bool IsV8sOwnWait(const void* caller) {
  if (!g_known.load(std::memory_order_acquire)) return false;
  const auto address = reinterpret_cast<uintptr_t>(caller);
  if (!g_code.object.Contains(address)) return false;
  for (const Range& function : g_code.libuv) {
    if (function.Contains(address)) return false;
  }
  const int state = g_code.state();
  return state != kV8Unknown && state != kV8Waiting;
}

bool IsFutexWait(long operation) { return IsRelativeFutexWait(operation) || Bare(operation) == FUTEX_WAIT_BITSET; }

bool IsRelativeFutexWait(long operation) { return Bare(operation) == FUTEX_WAIT; }

const timespec* RealFutexLimit(long operation, const timespec* limit, timespec* real) {
  if (!limit || IsRelativeFutexWait(operation)) return limit;
  *real = Clock::ToReal(*limit);
  return real;
}

}  // namespace nacd::loop
