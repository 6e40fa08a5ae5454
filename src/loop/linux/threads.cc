#include "loop/linux/threads.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "loop/linux/blocking.h"
#include "loop/linux/clock.h"
#include "loop/linux/condition_waits.h"
#include "loop/linux/copies.h"
#include "loop/linux/idle_loops.h"
#include "loop/linux/limited_waits.h"
#include "loop/linux/objects.h"
#include "loop/linux/own_descriptor.h"

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

// A baseline thread that sleeps for no longer than this is not idle: it tries again to get a lock (as V8's own do since
// Node.js 24, where it sleeps for 10 us to 2 ms), and then goes on with what others wait for.
constexpr long kShortNs = 5 * kNsPerMs;

// A thread of the baseline that was seen at rest is taken for asleep for so long, unless something may have woken it
// (Wakes()). It may wake by itself: what it then does is about garbage.
constexpr int64_t kRestNs = 20 * kNsPerMs;

bool IsSleep(long number) { return number == SYS_nanosleep || number == SYS_clock_nanosleep; }

// Judges a baseline thread's sleep. Its memory may be gone by now, so the kernel reads it.
ThreadState StateInSleep(const Call& call) {
  const bool until = call.number == SYS_clock_nanosleep && call.arguments[1] != 0;  // TIMER_ABSTIME
  const unsigned long asked = call.number == SYS_nanosleep ? call.arguments[0] : call.arguments[2];
  timespec time = {};
  const iovec here = {&time, sizeof time};
  const iovec there = {reinterpret_cast<void*>(asked), sizeof time};
  if (until || process_vm_readv(getpid(), &here, 1, &there, 1, 0) != sizeof time) return ThreadState::kOutside;
  return time.tv_sec == 0 && time.tv_nsec <= kShortNs ? ThreadState::kRunning : ThreadState::kAsleep;
}

// pthread mutexes, conditions, semaphores and joins all sleep in futex(2).
bool IsFutexWait(const Call& call) {
  return call.number == SYS_futex && loop::IsFutexWait(static_cast<long>(call.arguments[1]));
}

// Whoever ends a thread's sleep changes the word first that it sleeps for, and may not have run since.
bool IsUnchanged(unsigned long word, uint32_t value) {
  uint32_t now = 0;
  const iovec here = {&now, sizeof now};
  const iovec there = {reinterpret_cast<void*>(word), sizeof now};
  return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == sizeof now && now == value;
}

// Reads a file of /proc from its start. False if the thread has ended.
template <size_t Size>
bool ReadAgain(int fd, char (&text)[Size]) {
  const ssize_t size = pread(fd, text, Size - 1, 0);
  if (size <= 0) return false;
  text[size] = '\0';
  return true;
}

// The last number of /proc/self/task/ID/schedstat: how often the thread was given a processor. 0: cannot be known.
uint64_t RunsOf(int fd) {
  char text[128];
  if (!ReadAgain(fd, text)) return 0;
  const char* last = strrchr(text, ' ');
  return last ? strtoull(last, nullptr, 10) : 0;
}

// The state in /proc/self/task/ID/stat, which follows the name in brackets. A thread that was woken but has not got a
// processor yet is 'R' here, while its file `syscall` still shows the call that it was woken from.
char LetterOf(int fd) {
  char text[128];
  if (!ReadAgain(fd, text)) return 0;
  const char* name_end = strrchr(text, ')');
  return name_end && name_end[1] == ' ' ? name_end[2] : '\0';
}

}  // namespace

void Threads::Thread::Close() const {
  for (int fd : {syscall, stat, schedstat}) {
    if (fd >= 0) close(fd);
  }
}

Threads::~Threads() { CloseAll(); }

void Threads::CloseAll() {
  for (const auto& [id, thread] : open_) thread.Close();
  open_.clear();
}

Threads::Thread Threads::Open(pid_t id) {
  const std::string folder = "/proc/self/task/" + std::to_string(id) + "/";
  const auto file = [&folder](const char* name) { return MoveUp(open((folder + name).c_str(), O_RDONLY | O_CLOEXEC)); };
  return {file("syscall"), file("stat"), file("schedstat")};
}

std::vector<pid_t> Threads::List() {
  std::vector<pid_t> ids;
  DIR* folder = opendir("/proc/self/task");
  if (!folder) return ids;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.') ids.push_back(atoi(entry->d_name));
  }
  closedir(folder);
  return ids;
}

void Threads::TakeBaseline() {
  const auto self = static_cast<pid_t>(syscall(SYS_gettid));
  for (const pid_t id : List()) {
    if (id != self) baseline_.insert(id);
  }
  if (!AddonsBeforeUs()) unjudged_ = baseline_;
}

bool Threads::Refresh() {
  CloseAll();  // first: listing needs a descriptor
  const std::vector<pid_t> ids = List();
  for (const pid_t id : ids) open_[id] = Open(id);
  for (auto* ids : {&baseline_, &helpers_, &unjudged_}) {
    std::erase_if(*ids, [this](pid_t id) { return !open_.contains(id); });
  }
  return !open_.empty();
}

ThreadState Threads::StateOf(pid_t id, Thread* thread, bool polling, const void* own_lock) const {
  char text[256];
  if (!ReadAgain(thread->syscall, text)) return ThreadState::kGone;
  Call call;
  if (!Parse(text, &call)) return ThreadState::kRunning;  // "running", or -1: in the kernel, but in no call
  thread->word = IsFutexWait(call) ? call.arguments[0] : 0;
  thread->value = static_cast<uint32_t>(call.arguments[2]);
  thread->condition = IsFutexWait(call) && !IsRelativeFutexWait(static_cast<long>(call.arguments[1]));
  thread->loop = false;
  const bool baseline = baseline_.contains(id);
  const bool untimed = IsFutexWait(call) && call.arguments[3] == 0;
  thread->rests = baseline && !polling && (IsPoll(call.number) || untimed);
  if (IsPoll(call.number)) {
    const auto epoll_fd = static_cast<int>(call.arguments[0]), limit_ms = static_cast<int>(call.arguments[3]);
    if (polling || baseline) return ThreadState::kAsleep;
    thread->loop = true;
    return IsIdleLoop(epoll_fd, limit_ms) ? ThreadState::kAsleep : ThreadState::kOutside;
  }
  // Woken from its poll, it waits for a lock on its way to its callbacks.
  if (polling) return ThreadState::kRunning;
  if (IsFutexWait(call) && call.arguments[0] == reinterpret_cast<uintptr_t>(own_lock)) return ThreadState::kRunning;
  if (IsFutexWait(call)) {
    return untimed || baseline || LimitOf(id) != kNever ? ThreadState::kAsleep : ThreadState::kOutside;
  }
  return baseline && IsSleep(call.number) ? StateInSleep(call) : ThreadState::kOutside;
}

// The workers of V8's platform wait for a condition that was allocated, those of libuv's pool for a variable.
void Threads::Judge(pid_t id, const void* condition) {
  if (!condition || unjudged_.erase(id) == 0) return;
  if (ObjectOf(condition).end == 0) helpers_.insert(id);
}

ThreadState Threads::FirstLook(pid_t id, Thread* thread, bool polling, const void* own_lock) {
  thread->wait = polling ? 0 : SleepsIn(id);
  if (thread->wait != 0) {
    if (unjudged_.contains(id)) Judge(id, ConditionOf(id));
    return ThreadState::kAsleep;
  }
  // Most have not run since they were last seen asleep. The second look finds that out.
  if (thread->asleep_since != 0 && thread->polls == polling) return ThreadState::kAsleep;
  thread->runs = RunsOf(thread->schedstat);
  // Asked first, since the kernel waits for a running thread to be off its processor before it tells the call.
  if (LetterOf(thread->stat) == 'R') return ThreadState::kRunning;
  const ThreadState state = StateOf(id, thread, polling, own_lock);
  if (state != ThreadState::kAsleep) return state;
  if (thread->runs == 0) return ThreadState::kOutside;
  thread->asleep_since = thread->runs;
  thread->polls = polling;
  if (thread->rests && thread->condition) Judge(id, reinterpret_cast<const void*>(thread->word));
  return state;
}

bool Threads::StillAsleep(pid_t id, Thread* thread) {
  if (thread->wait != 0) return SleepsIn(id) == thread->wait;
  const bool asleep = LetterOf(thread->stat) == 'S' && RunsOf(thread->schedstat) == thread->asleep_since;
  if (asleep && (thread->word == 0 || IsUnchanged(thread->word, thread->value))) return true;
  thread->asleep_since = 0;
  return false;
}

int64_t Threads::EarliestLimit() const {
  int64_t earliest = kNever;
  for (const auto& [id, thread] : open_) {
    if (!baseline_.contains(id)) earliest = std::min(earliest, LimitOf(id));
  }
  return earliest;
}

ThreadState Threads::Others(const std::unordered_set<pid_t>& polling, const void* own_lock, bool helpers) {
  if (polling.empty() && AllRest(helpers)) return ThreadState::kAsleep;
  const uint64_t wakes = Wakes();
  const int64_t now = Clock::RealNowNs();
  rested_ns_ = kNoRest;
  const UntakenSignals before;
  const ThreadState state = LookThrough(polling, own_lock, helpers);
  if (state != ThreadState::kAsleep) return state;
  before.Forget(rested_helpers_ ? std::unordered_set<pid_t>() : helpers_);
  rested_ns_ = now;
  rested_wakes_ = wakes;
  rested_looker_ = pthread_self();
  return state;
}

// Tells without a system call what LookThrough() would find, where each thread is in a counted wait or was seen at rest
// just now.
bool Threads::AllRest(bool helpers) {
  if (rested_ns_ == kNoRest || rested_wakes_ != Wakes() || !pthread_equal(rested_looker_, pthread_self())) return false;
  if (helpers && !rested_helpers_) return false;
  if (Clock::RealNowNs() - rested_ns_ > kRestNs) return false;
  for (auto& [id, thread] : open_) {
    if (!helpers && helpers_.contains(id)) continue;
    if (id == rested_self_ || (thread.wait == 0 && thread.rests)) continue;
    thread.wait = SleepsIn(id);
    if (thread.wait == 0) return false;
  }
  for (const auto& [id, thread] : open_) {
    if (!helpers && helpers_.contains(id)) continue;
    if (id != rested_self_ && thread.wait != 0 && SleepsIn(id) != thread.wait) return false;
  }
  return rested_wakes_ == Wakes();
}

ThreadState Threads::LookThrough(const std::unordered_set<pid_t>& polling, const void* own_lock, bool helpers) {
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
  // Two looks: what sleeps in the first one, and sleeps in the second one without having run since, slept all the time
  // between them, and so did all the others.
  const auto self = static_cast<pid_t>(syscall(SYS_gettid));
  ThreadState worst = ThreadState::kAsleep;
  for (const bool of_helpers : {false, true}) {
    if (of_helpers && !helpers) break;
    for (auto& [id, thread] : open_) {
      if (id == self || helpers_.contains(id) != of_helpers) continue;
      const ThreadState state = FirstLook(id, &thread, polling.contains(id), own_lock);
      if (state == ThreadState::kGone) {
        links_ = 0;  // read the folder anew next time
        return ThreadState::kRunning;
      }
      if (state == ThreadState::kRunning) return state;
      if (state == ThreadState::kOutside) worst = state;
      helpers = helpers || thread.loop;
    }
  }
  if (worst != ThreadState::kAsleep) return worst;
  for (auto& [id, thread] : open_) {
    const bool counts = id != self && (helpers || !helpers_.contains(id));
    if (counts && !StillAsleep(id, &thread)) return ThreadState::kRunning;
  }
  rested_self_ = self;
  rested_helpers_ = helpers;
  return worst;
}

}  // namespace nacd::loop
