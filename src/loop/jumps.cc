#include "loop/jumps.h"

#include <atomic>

namespace nacd::loop {
namespace {

std::atomic<void (*)()> g_call{nullptr};

}  // namespace

void BeforeNextJump(void (*call)()) { g_call.store(call); }

void AnnounceJump() {
  if (g_call.load(std::memory_order_relaxed) == nullptr) return;
  if (auto* call = g_call.exchange(nullptr)) call();
}

}  // namespace nacd::loop
