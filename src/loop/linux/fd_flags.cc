#include "loop/linux/fd_flags.h"

#include <atomic>

namespace nacd::loop::fd_flags {
namespace {

std::atomic<Flags> g_flags[kMaxFd];
std::atomic<int> g_peers[kMaxFd];  // the other end plus one; 0: none
std::atomic<int> g_end{0};
std::atomic<uint64_t> g_generation{1};
std::atomic<uint64_t> g_exposures{0};
std::atomic<int> g_secluded{0};
std::atomic<bool> g_descriptor_sent{false};

int Secluded(Flags flags) { return IsSecluded(flags) ? 1 : 0; }

}  // namespace

Flags FlagsOf(int fd) { return fd >= 0 && fd < kMaxFd ? g_flags[fd].load(std::memory_order_acquire) : Flags{0}; }

bool IsOwnDatagram(int fd) { return (FlagsOf(fd) & (kDatagram | kShared)) == kDatagram && !IsDescriptorSent(); }

void StoreFlags(int fd, Flags flags) {
  if (fd < 0 || fd >= kMaxFd) return;
  const Flags before = g_flags[fd].exchange(flags, std::memory_order_acq_rel);
  g_secluded.fetch_add(Secluded(flags) - Secluded(before));
  if (before != flags) Change();
  int end = g_end.load(std::memory_order_acquire);
  while (fd >= end && !g_end.compare_exchange_weak(end, fd + 1)) continue;
}

bool ChangeFlag(int fd, Flags flag, bool set) {
  if (fd < 0 || fd >= kMaxFd) return false;
  const Flags others = static_cast<Flags>(~flag);
  const Flags before = set ? g_flags[fd].fetch_or(flag) : g_flags[fd].fetch_and(others);
  const auto after = static_cast<Flags>(set ? before | flag : before & others);
  g_secluded.fetch_add(Secluded(after) - Secluded(before));
  if (after != before) Change();
  return (before & flag) != 0;
}

int End() { return g_end.load(std::memory_order_acquire); }

bool IsSecluded(Flags flags) { return (flags & (kListener | kExposed)) == kListener; }
bool AnySecluded() { return g_secluded.load(std::memory_order_acquire) != 0; }

void Join(int one, int other) {
  if (one < 0 || one >= kMaxFd || other < 0 || other >= kMaxFd) return;
  g_peers[one].store(other + 1, std::memory_order_release);
  g_peers[other].store(one + 1, std::memory_order_release);
}

int PeerOf(int fd) { return fd >= 0 && fd < kMaxFd ? g_peers[fd].load(std::memory_order_acquire) - 1 : -1; }

int TakePeer(int fd) {
  if (fd < 0 || fd >= kMaxFd) return -1;
  const int peer = g_peers[fd].exchange(0, std::memory_order_acq_rel) - 1;
  int self = fd + 1;
  if (peer >= 0) g_peers[peer].compare_exchange_strong(self, 0, std::memory_order_acq_rel);
  return peer;
}

uint64_t Generation() { return g_generation.load(std::memory_order_acquire); }
void Change() { g_generation.fetch_add(1); }
uint64_t ExposuresSoFar() { return g_exposures.load(std::memory_order_acquire); }
void CountExposure() { g_exposures.fetch_add(1); }

bool OnDescriptorSent() { return !g_descriptor_sent.exchange(true); }
bool IsDescriptorSent() { return g_descriptor_sent.load(std::memory_order_relaxed); }

}  // namespace nacd::loop::fd_flags
