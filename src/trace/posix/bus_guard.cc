#include "trace/bus_guard.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <mutex>

namespace nacd::trace {
namespace {

constexpr size_t kMost = 256;  // one a thread that traces

std::array<BusGuard::Range, kMost> g_ranges;
struct sigaction g_before;
uintptr_t g_page = 4096;

// Puts memory where the file is missing: from the page at `address` to the end of the range.
bool Replace(BusGuard::Range* range, uintptr_t address) {
  const auto start = reinterpret_cast<uintptr_t>(range->start.load(std::memory_order_acquire));
  const uintptr_t end = start + range->size.load(std::memory_order_acquire);
  if (start == 0 || address < start || address >= end) return false;
  const uintptr_t page = address / g_page * g_page;
  void* made = mmap(reinterpret_cast<void*>(page), end - page, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (made == MAP_FAILED) return false;
  range->lost.store(true, std::memory_order_relaxed);
  return true;
}

bool IsOurs(const siginfo_t& info) {
  if (info.si_code <= 0) return false;  // sent by a process
  for (BusGuard::Range& range : g_ranges) {
    if (Replace(&range, reinterpret_cast<uintptr_t>(info.si_addr))) return true;
  }
  return false;
}

// A fault happens again when the handler returns, and a signal that was sent is sent again: then by default.
void PassOn(int signal, siginfo_t* info, void* context) {
  if (g_before.sa_flags & SA_SIGINFO) return g_before.sa_sigaction(signal, info, context);
  const bool sent = info->si_code <= 0;
  if (g_before.sa_handler == SIG_IGN && sent) return;
  if (g_before.sa_handler != SIG_IGN && g_before.sa_handler != SIG_DFL) return g_before.sa_handler(signal);
  struct sigaction fatal = {};
  fatal.sa_handler = SIG_DFL;
  sigaction(signal, &fatal, nullptr);
  if (sent) raise(signal);
}

void OnBus(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  if (!IsOurs(*info)) PassOn(signal, info, context);
  errno = error;
}

void InstallOnce() {
  static std::once_flag once;
  std::call_once(once, [] {
    g_page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction ours = {};
    ours.sa_sigaction = OnBus;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigemptyset(&ours.sa_mask);
    sigaction(SIGBUS, nullptr, &g_before);  // before the handler may need it
    sigaction(SIGBUS, &ours, nullptr);
  });
}

BusGuard::Range* TakeRange() {
  for (BusGuard::Range& range : g_ranges) {
    if (!range.taken.exchange(true)) return &range;
  }
  return nullptr;
}

}  // namespace

bool BusGuard::Watch(char* start, size_t size) {
  InstallOnce();
  if (!range_) range_ = TakeRange();
  if (!range_) return false;
  range_->lost.store(false, std::memory_order_relaxed);
  range_->size.store(size, std::memory_order_release);
  range_->start.store(start, std::memory_order_release);
  return true;
}

void BusGuard::Release() {
  if (!range_) return;
  range_->start.store(nullptr, std::memory_order_release);
  range_->taken.store(false);
  range_ = nullptr;
}

}  // namespace nacd::trace
