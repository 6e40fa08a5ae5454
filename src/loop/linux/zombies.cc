#include "loop/linux/zombies.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "loop/linux/controller.h"
#include "loop/linux/held_children.h"
#include "loop/linux/others.h"
#include "loop/linux/this_thread.h"

namespace nacd::loop {
namespace {

constexpr size_t kSlots = 4096;
constexpr size_t kNear = 16;  // a pid is in one of this many adjacent slots
constexpr int64_t kTold = int64_t{1} << 32;

// Each a pid, with kTold when libuv has heard of its end; 0: free.
std::array<std::atomic<int64_t>, kSlots> g_kept;

std::atomic<int64_t>& SlotAt(pid_t pid, size_t i) { return g_kept[(static_cast<size_t>(pid) + i) % kSlots]; }

std::atomic<int64_t>* Find(pid_t pid) {
  for (size_t i = 0; i < kNear; i++) {
    std::atomic<int64_t>& slot = SlotAt(pid, i);
    if ((slot.load(std::memory_order_acquire) & ~kTold) == pid) return &slot;
  }
  return nullptr;
}

constexpr int kCoreFlag = 0x80;  // WCOREFLAG of glibc; musl has no name for it

// As wait(2) packs it.
int StatusOf(const siginfo_t& child) {
  if (child.si_code == CLD_EXITED) return (child.si_status & 0xff) << 8;
  return child.si_status | (child.si_code == CLD_DUMPED ? kCoreFlag : 0);
}

void Reap(std::atomic<int64_t>* slot) {
  const int64_t kept = slot->exchange(0);
  if ((kept & kTold) != 0) waitpid(static_cast<pid_t>(kept & ~kTold), nullptr, WNOHANG);
}

}  // namespace

void KeepZombie(pid_t pid) {
  if (pid <= 0) return;
  // An earlier process with this pid was never reaped by us, and is gone: this one could not have its pid otherwise.
  if (std::atomic<int64_t>* stale = Find(pid)) return stale->store(pid, std::memory_order_release);
  for (size_t i = 0; i < kNear; i++) {
    int64_t none = 0;
    if (SlotAt(pid, i).compare_exchange_strong(none, pid)) return;
  }
}

void ReapZombie(pid_t pid) {
  std::atomic<int64_t>* slot = pid > 0 ? Find(pid) : nullptr;
  if (slot) Reap(slot);
}

void ReapZombies() {
  for (auto& slot : g_kept) {
    if (slot.load(std::memory_order_acquire) != 0) Reap(&slot);
  }
}

int Execve(const char* path, char* const arguments[], char* const environment[]) {
  ReapZombies();
  if (Controller* controller = CurrentController()) {
    controller->OnBlocking();
    HeldChildren::ContinueAll();  // of other threads
  }
  return execve(path, arguments, environment);
}

pid_t WaitPid(pid_t pid, int* status, int options) {
  std::atomic<int64_t>* slot = pid > 0 && options == WNOHANG ? Find(pid) : nullptr;
  if (!slot) {
    int own = 0;
    int* told = status ? status : &own;
    const pid_t waited = waitpid(pid, told, options);
    if (waited > 0 && (WIFEXITED(*told) || WIFSIGNALED(*told))) Others::OnEnded(waited);
    return waited;
  }
  siginfo_t child = {};
  if (waitid(P_PID, static_cast<id_t>(pid), &child, WEXITED | WNOHANG | WNOWAIT) != 0) return -1;
  if (child.si_pid != pid) return 0;
  if (status) *status = StatusOf(child);
  slot->store(pid | kTold, std::memory_order_release);
  Others::OnEnded(pid);
  return pid;
}

}  // namespace nacd::loop
