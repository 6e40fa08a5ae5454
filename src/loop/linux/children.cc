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

// A system call that a thread is in.
struct ProcCall {
  long number = -1;  // none: it runs
  unsigned long given[6] = {};

  explicit ProcCall(const ThreadFolder& thread) {
    std::istringstream line(FirstLineOf(thread + "syscall"));
    if (!(line >> std::dec >> number) || number < 0) return;  // "running"
    for (unsigned long& argument : given) line >> std::hex >> argument;
    if (!line) number = -1;
  }
  int64_t LongestWait() const { return number < 0 ? 0 : loop::LongestWait(number, given); }
  // Returns whether it ends by itself after a time.
  bool IsTimed() const {
    switch (number) {
      case SYS_nanosleep:
      case SYS_clock_nanosleep:
      case SYS_rt_sigtimedwait:
        return true;
      default:
        return Waits() && LongestWait() != kEndless;
    }
  }

 private:
  bool Waits() const {
    switch (number) {
#ifdef SYS_epoll_wait
      case SYS_epoll_wait:
#endif
#ifdef SYS_poll
      case SYS_poll:
#endif
#ifdef SYS_select
      case SYS_select:
#endif
      case SYS_epoll_pwait:
      case SYS_pselect6:
      case SYS_ppoll:
        return true;
      case SYS_futex:
        return IsFutexWait(static_cast<long>(given[1]));
      default:
        return false;
    }
  }
};

constexpr int kPollRounds = 10;  // after which an interval of this process does not count, either

bool IsAsleepOrStopped(char letter) { return letter == 'S' || letter == 'T' || letter == 't'; }

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

}  // namespace

// Looks at a family of processes twice: what sleeps in the second look, and has not run since the first one, slept all
// the time between the two, and so did all the others.
class Family {
 public:
  Family(const std::set<pid_t>& children, RestWatch* watch)
      : members_(children.begin(), children.end()), watch_(watch) {}

  // Looks at all of them, also where the first one is busy already: the looks are counted.
  bool Sleeps() {
    bool sleeps = true;
    for (size_t i = 0; i < members_.size(); i++) sleeps = Learn(members_[i]) && sleeps;
    return sleeps && std::all_of(runs_.begin(), runs_.end(), [](const auto& thread) {
             return StateLetterOf(thread.first) != 'R' && RunCountOf(thread.first) == thread.second;
           });
  }

  // Returns whether all threads of this process but the caller sleep, and have slept since the look before.
  static bool OwnThreadsRest(RestWatch* watch) {
    const std::string tasks = "/proc/self/task/", self = std::to_string(syscall(SYS_gettid));
    bool rest = true;
    for (const std::string& id : EntriesOf(tasks)) {
      if (id != self) rest = OwnThreadRests(watch, tasks + id + "/") && rest;
    }
    return rest;
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
    bool sleeps = !threads.empty();
    for (const std::string& id : threads) sleeps = LearnThread(member, tasks + id + "/") && sleeps;
    return sleeps;
  }

  bool LearnThread(pid_t member, const ThreadFolder& thread) {
    const std::string runs = RunCountOf(thread);
    if (runs.empty() || runs == "0") return false;
    const char letter = StateLetterOf(thread);
    const bool is_stopped = letter == 'T' || letter == 't';
    const ProcCall call(thread);
    const bool polls = PollsOnly(watch_, thread, {letter, runs, call});
    if (!is_stopped && (letter != 'S' || !(SleepsLong(member, call.LongestWait()) || polls))) return false;
    may_wake_ = may_wake_ || polls;
    runs_[thread] = runs;
    std::ifstream children(thread + "children");
    if (!children) return false;
    for (pid_t child = 0; children >> child;) members_.push_back(child);
    return true;
  }

  struct Seen {
    char letter;
    const std::string& runs;
    const ProcCall& call;
  };

  // Returns whether the thread does nothing but sleep for a short time, look at something, and sleep again. It may wait
  // for somebody else, so it has as much patience as a connection to one.
  static bool PollsOnly(RestWatch* watch, const ThreadFolder& thread, const Seen& now) {
    RestWatch::Sleeper& known = watch->sleepers_[thread];
    const bool same = known.look != 0 && known.call == now.call.number && known.argument == now.call.given[0];
    if (!IsAsleepOrStopped(now.letter) || !same || !now.call.IsTimed())
      known.rounds = 0;
    else if (known.runs != now.runs)
      known.rounds++;
    known = {now.runs, now.call.number, now.call.given[0], known.rounds, watch->look_};
    return known.rounds >= kPollRounds;
  }

  static bool OwnThreadRests(RestWatch* watch, const ThreadFolder& thread) {
    const std::string runs = RunCountOf(thread);
    if (runs.empty()) return true;  // the system does not tell
    const char letter = StateLetterOf(thread);
    const auto known = watch->sleepers_.find(thread);
    const bool rests = known != watch->sleepers_.end() && known->second.runs == runs;
    const bool polls = PollsOnly(watch, thread, {letter, runs, ProcCall(thread)});
    return IsAsleepOrStopped(letter) && (rests || polls);
  }

  // Such as V8, which asks for a wait of 8 s before it looks for garbage.
  bool SleepsLong(pid_t member, int64_t wait) {
    if (wait == kEndless) return true;
    may_wake_ = may_wake_ || wait - AgeOf(member) < kLongest;
    return wait >= kLongest;
  }

  // Standard streams do not count: nobody waits for an answer on one.
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
  RestWatch* watch_;
  bool may_wake_ = false;
  std::map<ThreadFolder, std::string> runs_;
};

ChildrenState RestWatch::Look(uv_loop_t* loop, bool own_threads, uint64_t quiet_ms) {
  if (quiet_ms <= quiet_ms_) sleepers_.clear();
  quiet_ms_ = quiet_ms;
  look_++;
  Family family(ChildProcessesOf(loop), this);
  const bool sleep = family.Sleeps();
  const bool rest = !own_threads || Family::OwnThreadsRest(this);
  std::erase_if(sleepers_, [this](const auto& entry) { return entry.second.look != look_; });  // they have ended
  if (!sleep || !rest) return ChildrenState::kBusy;
  return family.MayWake() ? ChildrenState::kWaiting : ChildrenState::kAsleep;
}

}  // namespace nacd::loop
