#include "loop/children.h"

#include <dirent.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "loop/linux/blocking.h"

namespace nacd::loop {
namespace {

// Headers of older systems do not name these calls. Their numbers are the same on each processor.
constexpr long kPidfdOpen = 434, kPidfdGetfd = 438;

using ThreadFolder = std::string;  // of a thread: "/proc/1/task/2/"

std::string FirstLineOf(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

std::vector<std::string> EntriesOf(const std::string& path) {
  std::vector<std::string> names;
  DIR* folder = opendir(path.c_str());
  if (!folder) return names;
  while (const dirent* entry = readdir(folder)) {
    if (entry->d_name[0] != '.') names.emplace_back(entry->d_name);
  }
  closedir(folder);
  return names;
}

std::set<pid_t> ChildProcessesOf(uv_loop_t* loop) {
  std::set<pid_t> ids;
  uv_walk(
      loop,
      [](uv_handle_t* handle, void* data) {
        if (handle->type != UV_PROCESS || !uv_is_active(handle)) return;
        static_cast<std::set<pid_t>*>(data)->insert(uv_process_get_pid(reinterpret_cast<uv_process_t*>(handle)));
      },
      &ids);
  return ids;
}

// The letter of a thread's state in its file `stat`, which follows the name in brackets.
char StateLetterOf(const ThreadFolder& thread) {
  const std::string line = FirstLineOf(thread + "stat");
  const size_t end = line.rfind(')');
  return end == std::string::npos || end + 2 >= line.size() ? '\0' : line[end + 2];
}

// How often the thread was given a processor, the last number of its file `schedstat`; empty where it is not known.
std::string RunCountOf(const ThreadFolder& thread) {
  const std::string line = FirstLineOf(thread + "schedstat");
  return line.substr(line.rfind(' ') + 1);
}

constexpr int64_t kEndless = std::numeric_limits<int64_t>::max();

int64_t PollLimitOf(unsigned long ms) {
  const auto limit = static_cast<int>(ms);
  return limit < 0 ? kEndless : limit;
}

// Returns for how many ms a thread waits in this system call if no other one wakes it; 0: not known.
int64_t LongestWait(long call, const unsigned long* given) {
  const auto unless = [](bool limited) { return limited ? 0 : kEndless; };
  switch (call) {
#ifdef SYS_epoll_wait
    case SYS_epoll_wait:
#endif
    case SYS_epoll_pwait:
      return PollLimitOf(given[3]);
#ifdef SYS_poll
    case SYS_poll:
      return PollLimitOf(given[2]);
#endif
#ifdef SYS_select
    case SYS_select:
#endif
    case SYS_pselect6:
      return unless(given[4] != 0);
    case SYS_ppoll:
      return unless(given[2] != 0);
    case SYS_futex:
      return unless(!IsFutexWait(static_cast<long>(given[1])) || given[3] != 0);
#ifdef SYS_pause
    case SYS_pause:
#endif
    case SYS_read:
    case SYS_readv:
    case SYS_write:
    case SYS_writev:
    case SYS_recvfrom:
    case SYS_recvmsg:
    case SYS_accept:
    case SYS_accept4:
    case SYS_wait4:
    case SYS_waitid:
    case SYS_rt_sigsuspend:
      return kEndless;
    default:
      return 0;
  }
}

int64_t LongestWaitOf(const ThreadFolder& thread) {
  std::istringstream line(FirstLineOf(thread + "syscall"));
  long call = -1;
  unsigned long given[6] = {};
  if (!(line >> std::dec >> call) || call < 0) return 0;  // "running"
  for (unsigned long& argument : given) line >> std::hex >> argument;
  return line ? LongestWait(call, given) : 0;
}

// For how many ms a process has been there, which is the longest that a thread of its can have slept.
int64_t AgeOf(pid_t id) {
  const std::string stat = FirstLineOf("/proc/" + std::to_string(id) + "/stat");
  std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
  std::string field;
  constexpr int kStartTime = 20;  // of those after the name
  for (int i = 0; i < kStartTime; i++) fields >> field;
  const double began = strtod(field.c_str(), nullptr) / static_cast<double>(sysconf(_SC_CLK_TCK));
  return static_cast<int64_t>((strtod(FirstLineOf("/proc/uptime").c_str(), nullptr) - began) * 1000);
}

// Looks at a family of processes twice: what sleeps in the second look, and has not run since the first one, slept all
// the time between the two, and so did all the others.
class Family {
 public:
  explicit Family(const std::set<pid_t>& children) : members_(children.begin(), children.end()) {}

  bool Sleeps() {
    for (size_t i = 0; i < members_.size(); i++) {
      if (!Learn(members_[i])) return false;
    }
    return std::all_of(runs_.begin(), runs_.end(), [](const auto& thread) {
      return StateLetterOf(thread.first) != 'R' && RunCountOf(thread.first) == thread.second;
    });
  }

  // Returns whether somebody else may wake one of them, or whether it may wake by itself after a long time.
  bool MayWake() const {
    return may_wake_ ||
           std::any_of(members_.begin(), members_.end(), [this](pid_t member) { return HasConnection(member); });
  }

 private:
  bool Learn(pid_t member) {
    const std::string tasks = "/proc/" + std::to_string(member) + "/task/";
    const std::vector<std::string> threads = EntriesOf(tasks);
    return !threads.empty() &&
           std::all_of(threads.begin(), threads.end(), [&](auto& id) { return LearnThread(member, tasks + id + "/"); });
  }

  bool LearnThread(pid_t member, const ThreadFolder& thread) {
    const std::string runs = RunCountOf(thread);
    if (runs.empty() || runs == "0") return false;
    const char letter = StateLetterOf(thread);
    const bool is_stopped = letter == 'T' || letter == 't';
    if (!is_stopped && (letter != 'S' || !SleepsLong(member, LongestWaitOf(thread)))) return false;
    runs_[thread] = runs;
    std::ifstream children(thread + "children");
    if (!children) return false;
    for (pid_t child = 0; children >> child;) members_.push_back(child);
    return true;
  }

  // Such as V8, which asks for a wait of 8 s before it looks for garbage.
  bool SleepsLong(pid_t member, int64_t wait) {
    if (wait == kEndless) return true;
    may_wake_ = may_wake_ || wait - AgeOf(member) < kLongest;
    return wait >= kLongest;
  }

  // Of a standard stream nobody waits for an answer.
  bool HasConnection(pid_t member) const {
    const std::string folder = "/proc/" + std::to_string(member) + "/fd/";
    const auto names = EntriesOf(folder);
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
      char target[32];
      const ssize_t size = readlink((folder + name).c_str(), target, sizeof target);
      const std::string_view what(target, size < 0 ? 0 : static_cast<size_t>(size));
      if (what.starts_with("anon_inode:[timerfd]")) return true;
      return what.starts_with("socket:") && atoi(name.c_str()) > STDERR_FILENO && IsOutside(member, atoi(name.c_str()));
    });
  }

  bool IsOutside(pid_t member, int number) const {
    const auto process = static_cast<int>(syscall(kPidfdOpen, member, 0));
    if (process < 0) return true;
    const auto fd = static_cast<int>(syscall(kPidfdGetfd, process, number, 0));
    syscall(SYS_close, process);
    if (fd < 0) return true;
    const bool outside = !Listens(fd) && !Knows(PeerOf(fd));
    syscall(SYS_close, fd);
    return outside;
  }

  static bool Listens(int fd) {
    int listens = 0;
    socklen_t size = sizeof listens;
    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens != 0;
  }

  // The process that has made the other end of a local socket; 0 of others.
  static pid_t PeerOf(int fd) {
    ucred peer = {};
    socklen_t size = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.pid : 0;
  }

  bool Knows(pid_t id) const {
    return id == getpid() || std::find(members_.begin(), members_.end(), id) != members_.end();
  }

  static constexpr auto kLongest = static_cast<int64_t>(kLongPatienceMs);

  std::vector<pid_t> members_;
  bool may_wake_ = false;
  std::map<ThreadFolder, std::string> runs_;
};

}  // namespace

ChildrenState StateOfChildren(uv_loop_t* loop) {
  Family family(ChildProcessesOf(loop));
  if (!family.Sleeps()) return ChildrenState::kBusy;
  return family.MayWake() ? ChildrenState::kWaiting : ChildrenState::kAsleep;
}

}  // namespace nacd::loop
