#include "loop/linux/patching.h"

#include <atomic>
#include <mutex>

namespace nacd::loop {
namespace {

std::mutex g_patching;
std::vector<Replacement>* g_table = nullptr;  // guarded by g_patching
std::atomic<bool> g_dlopened{false};
std::atomic<unsigned long long> g_patched{0};  // of this many objects

std::string Patch() {
  std::string error;
  g_patched.store(ObjectsLoaded(), std::memory_order_release);
  if (!PatchSlots(g_table->data(), g_table->size(), &error) && error.empty())
    error = "the list of loaded libraries cannot be read";
  return error;
}

}  // namespace

std::string PatchLoaded(std::vector<Replacement>* table) {
  const std::lock_guard lock(g_patching);
  g_table = table;
  return Patch();
}

void OnDlopening() { g_dlopened.store(true, std::memory_order_release); }

void RepatchAfterDlopen() {
  // Another thread may come by before the one that said so has got its object loaded.
  if (!g_dlopened.load(std::memory_order_acquire) || !g_dlopened.exchange(false)) return;
  if (ObjectsLoaded() == g_patched.load(std::memory_order_acquire)) {
    OnDlopening();
  } else {
    const std::lock_guard lock(g_patching);
    if (g_table) Patch();
  }
}

}  // namespace nacd::loop
