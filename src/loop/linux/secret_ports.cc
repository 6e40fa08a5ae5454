#include "loop/linux/secret_ports.h"

#include <atomic>
#include <charconv>
#include <cstring>

namespace nacd::loop {
namespace {

constexpr size_t kMostPorts = 256;

// One more than the descriptor, then 16 bits of the port; 0: free.
std::atomic<uint64_t> g_listeners[kMostPorts];
std::atomic<int> g_count{0};

int ListenerOf(uint64_t entry) { return static_cast<int>(entry >> 16) - 1; }

bool Take(std::atomic<uint64_t>* place, uint64_t entry) {
  if (!place->compare_exchange_strong(entry, 0)) return false;
  g_count.fetch_sub(1);
  return true;
}

bool Mentions(const void* data, size_t size, uint64_t entry) {
  char text[8];
  const auto end = std::to_chars(text, text + sizeof text, entry & 0xffff).ptr;
  return memmem(data, size, text, end - text) != nullptr;
}

// Removes the first listener that `wanted` accepts; returns it, or -1.
template <typename Wanted>
int TakeFirst(Wanted wanted) {
  if (!SecretPorts::any()) return -1;
  for (auto& place : g_listeners) {
    const uint64_t entry = place.load(std::memory_order_acquire);
    if (entry != 0 && wanted(entry) && Take(&place, entry)) return ListenerOf(entry);
  }
  return -1;
}

}  // namespace

bool SecretPorts::any() { return g_count.load(std::memory_order_acquire) > 0; }

bool SecretPorts::Add(int listener, uint16_t port) {
  g_count.fetch_add(1);  // first, so that a concurrent reader looks once too often rather than not at all
  for (auto& place : g_listeners) {
    uint64_t free = 0;
    if (place.compare_exchange_strong(free, (static_cast<uint64_t>(listener) + 1) << 16 | port)) return true;
  }
  g_count.fetch_sub(1);
  return false;
}

bool SecretPorts::Remove(int listener) {
  return TakeFirst([listener](uint64_t entry) { return ListenerOf(entry) == listener; }) >= 0;
}

int SecretPorts::FindIn(const void* data, size_t size) {
  return TakeFirst([data, size](uint64_t entry) { return Mentions(data, size, entry); });
}

}  // namespace nacd::loop
