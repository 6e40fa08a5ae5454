#include "loop/threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace nacd::loop {
namespace {

// A system call that a sleeping thread is in: its number and arguments.
struct Call {
  long number = -1;
  unsigned long arguments[6] = {};
};

bool Parse(const char* text, Call* call) {
  char* end = nullptr;
  call->number = strtol(text, &end, 10);
  for (unsigned long& argument : call->arguments) argument = strtoul(end, &end, 16);
  return call->number >= 0;
}

bool IsPoll(long number) {
#ifdef SYS_epoll_wait
  if (number == SYS_epoll_wait) return true;
#endif
  return number == SYS_epoll_pwait;
}

// pthread mutexes, conditions, semaphores and joins all sleep in futex(2).
bool IsFutexWait(const Call& call) {
  if (call.number != SYS_futex) return false;
  const unsigned long operation =
      call.arguments[1] & ~static_cast<unsigned long>(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
  return operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET;
}

}  // namespace

Threads::~Threads() {
  for (const auto& [id, fd] : open_) close(fd);
}

void Threads::TakeBaseline() {
  Refresh();
  const auto self = static_cast<pid_t>(syscall(SYS_gettid));
  for (const auto& [id, fd] : open_) {
    if (id != self) baseline_.insert(id);
  }
}

bool Threads::Refresh() {
  for (const auto& [id, fd] : open_) close(fd);
  open_.clear();
  DIR* folder = opendir("/proc/self/task");
  if (!folder) return false;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] == '.') continue;
    const std::string path = std::string("/proc/self/task/") + entry->d_name + "/syscall";
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd >= 0) open_[atoi(entry->d_name)] = fd;
  }
  closedir(folder);
  std::erase_if(baseline_, [this](pid_t id) { return !open_.contains(id); });
  return !open_.empty();
}

ThreadState Threads::StateOf(pid_t id, int fd, bool polling) const {
  char text[256];
  const ssize_t size = pread(fd, text, sizeof text - 1, 0);
  if (size <= 0) return ThreadState::kGone;
  text[size] = '\0';
  Call call;
  if (!Parse(text, &call)) return ThreadState::kRunning;  // "running", or -1: in the kernel, but in no call
  const bool baseline = baseline_.contains(id);
  if (IsPoll(call.number)) return polling || baseline ? ThreadState::kAsleep : ThreadState::kOutside;
  if (IsFutexWait(call)) return call.arguments[3] == 0 || baseline ? ThreadState::kAsleep : ThreadState::kOutside;
  return ThreadState::kOutside;
}

ThreadState Threads::Others(const std::unordered_set<pid_t>& polling) {
  struct stat status;
  if (!available_ || stat("/proc/self/task", &status) != 0) {
    available_ = false;
    return ThreadState::kOutside;
  }
  if (status.st_nlink != links_ || process_ != getpid()) {
    available_ = Refresh();
    links_ = status.st_nlink;
    process_ = getpid();
    if (!available_) return ThreadState::kOutside;
  }
  const auto self = static_cast<pid_t>(syscall(SYS_gettid));
  ThreadState worst = ThreadState::kAsleep;
  for (const auto& [id, fd] : open_) {
    if (id == self) continue;
    const ThreadState state = StateOf(id, fd, polling.contains(id));
    if (state == ThreadState::kGone) {
      links_ = 0;  // read the folder anew next time
      return ThreadState::kRunning;
    }
    if (state == ThreadState::kRunning) return state;
    if (state == ThreadState::kOutside) worst = state;
  }
  return worst;
}

}  // namespace nacd::loop
