#include "loop/linux/blocking.h"

#include <dlfcn.h>
#include <link.h>
#include <linux/futex.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>

#include "loop/linux/clock.h"

namespace nacd::loop {
namespace {

struct Range {
  uintptr_t start = 0;
  uintptr_t end = 0;
  bool Contains(uintptr_t address) const { return address >= start && address < end; }
};

// The object that V8 is in: the program, or a library of Node's.
struct Code {
  V8State state = nullptr;
  Range object;
  std::array<Range, 4> libuv;  // in the same object, but waits for others
};

Code g_code;
std::atomic<bool> g_known{false};

// The object around range->start, if range->end is not known yet.
int FindObject(dl_phdr_info* info, size_t, void* data) {
  auto* range = static_cast<Range*>(data);
  Range object{UINTPTR_MAX, 0};
  bool inside = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const Range segment{info->dlpi_addr + header.p_vaddr, info->dlpi_addr + header.p_vaddr + header.p_memsz};
    inside = inside || segment.Contains(range->start);
    object = {std::min(object.start, segment.start), std::max(object.end, segment.end)};
  }
  if (inside) *range = object;
  return inside;
}

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
    g_code.object.start = reinterpret_cast<uintptr_t>(v8);
    if (!state || !v8 || dl_iterate_phdr(FindObject, &g_code.object) == 0) return;
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
