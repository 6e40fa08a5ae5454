#include "loop/linux/held_children.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <iterator>
#include <utility>

#include "loop/linux/clock.h"
#include "names/name.h"

namespace nacd::loop {
namespace {

constexpr const char* kSignalled = "the program stops, continues or kills the child";
constexpr const char* kBlocked = "the thread waits for something else, which the child may have to do";

// A thread that waits outside its poll, for example for a FIFO that the child writes to, cannot continue the child. So
// after this time a signal does, or after the child is due.
constexpr int64_t kLongestBlockNs = 2000 * kNsPerMs;
constexpr size_t kMostStopped = 64;  // children that are held at a time
std::array<std::atomic<pid_t>, kMostStopped> g_stopped;

void OnAlarm(int) {
  const int error = errno;
  HeldChildren::ContinueAll();
  errno = error;
}

int g_childs_pipe = -1;  // in a forked child: see PrepareChild()

bool Remember(pid_t pid) {
  return std::any_of(g_stopped.begin(), g_stopped.end(), [pid](auto& slot) {
    pid_t none = 0;
    return slot.compare_exchange_strong(none, pid);
  });
}

void ForgetStopped(pid_t pid) {
  for (auto& slot : g_stopped) {
    pid_t it = pid;
    if (slot.compare_exchange_strong(it, 0)) return;
  }
}

// Other threads may hold some, too.
bool AnyStopped() {
  return std::any_of(g_stopped.begin(), g_stopped.end(), [](const auto& slot) { return slot.load() > 0; });
}

// Returns false if the alarm cannot be set: then no child is held. 0 nanoseconds: turns it off.
bool SetAlarm(int64_t ns) {
  static int timer;  // the kernel's own: the C library's functions for these are in librt before glibc 2.34
  static const bool made = [] {
    struct sigaction action = {};
    struct sigaction present = {};
    const int signal = SIGRTMAX - 2;
    if (sigaction(signal, nullptr, &present) != 0 || present.sa_handler != SIG_DFL) return false;
    action.sa_handler = OnAlarm;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigevent event = {};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = signal;
    return sigaction(signal, &action, nullptr) == 0 && syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer) == 0;
  }();
  const itimerspec once = {{0, 0}, {ns / kNsPerSecond, ns % kNsPerSecond}};
  return made && syscall(SYS_timer_settime, timer, 0, &once, nullptr) == 0;
}

// The program hears of children that end, but not of those that are stopped and continued here.
void HideStops() {
  struct sigaction action = {};
  if (sigaction(SIGCHLD, nullptr, &action) != 0 || (action.sa_flags & SA_NOCLDSTOP) != 0) return;
  action.sa_flags |= SA_NOCLDSTOP;
  sigaction(SIGCHLD, &action, nullptr);
}

// It stays a zombie.
bool HasEnded(pid_t pid) {
  siginfo_t end = {};
  return waitid(P_PID, static_cast<id_t>(pid), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == pid;
}

}  // namespace

void HeldChildren::ContinueAll() {
  for (const auto& slot : g_stopped) {
    const pid_t pid = slot.load();
    if (pid > 0) kill(pid, SIGCONT);
  }
}

void HeldChildren::OnPipe(const int ends[2]) {
  pipe_[0] = names_->InCall() ? ends[0] : -1;
  pipe_[1] = ends[1];
  if (pipe_[0] >= 0) pipe_call_ = names_->Context();
}

HeldChildren::Start HeldChildren::PrepareFork() {
  // Children of synchronous calls are not in this loop, and nobody would continue them.
  const bool is_spawn = pipe_[0] >= 0 && names_->InCall() && names_->Context() == pipe_call_ &&
                        pipe_call_.starts_with("child_process.") && pipe_call_.find("Sync") == std::string::npos;
  if (!is_spawn || !scheduler_->may_delay() || names_->IsMachinery()) return {};
  if (held_.empty() && !SetAlarm(kLongestBlockNs)) return {};
  Start start = {pipe_[0], pipe_[1]};
  if (pipe2(start.go, O_CLOEXEC) != 0) return {};
  HideStops();
  return start;
}

// The child's copy has to be the last one: the pipe's end closes with it. libuv closes what takes the place of this
// one. The child gets a byte, since its end of the other pipe may be open in a child that another thread forks now.
void HeldChildren::LetChildBegin(const Start& start) {
  if (start.reader < 0) return;
  const int error = errno;
  const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (null >= 0) {
    dup3(null, start.writer, O_CLOEXEC);
    close(null);
  }
  while (write(start.go[1], "", 1) < 0 && errno == EINTR) continue;
  close(start.go[0]);
  close(start.go[1]);
  errno = error;
}

// The end of the pipe that closes as the program begins sends its owner a signal: the child itself, before it returns
// to its program.
void HeldChildren::PrepareChild(const Start& start) {
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  if (start.reader < 0) return;
  close(start.go[1]);
  char none;
  while (read(start.go[0], &none, 1) < 0 && errno == EINTR) continue;
  close(start.go[0]);
  if (fcntl(start.reader, F_SETOWN, getpid()) != 0 || fcntl(start.reader, F_SETSIG, SIGSTOP) != 0) return;
  if (fcntl(start.reader, F_SETFL, fcntl(start.reader, F_GETFL) | O_ASYNC) == 0) g_childs_pipe = start.reader;
}

void HeldChildren::BeforeChildWrites() {
  if (g_childs_pipe < 0) return;
  fcntl(g_childs_pipe, F_SETFL, fcntl(g_childs_pipe, F_GETFL) & ~O_ASYNC);
  g_childs_pipe = -1;
}

void HeldChildren::OnForked(pid_t pid, const Start& start) {
  stops_ = start.reader >= 0;
  if (stops_) Remember(pid);
  forked_ = pid;
  const std::string origin = names_->Fresh("child", {});
  forked_name_ = names::ReadyOf(origin, 1);
  forked_machinery_ = names_->IsMachinery();
  if (scheduler_->tracing() && !forked_machinery_) scheduler_->RecordConnect(origin, {});
}

void HeldChildren::ContinueUnknown() {
  if (std::exchange(stops_, false)) LetBegin(forked_, Clock::NowNs());
}

void HeldChildren::LetBegin(pid_t pid, int64_t now) const {
  ForgetStopped(pid);
  kill(pid, SIGCONT);
  SetAlarmFor(now);
}

void HeldChildren::Look(int64_t now) {
  const auto newest = uv::NewestChild(loop_);
  if (newest == newest_ || getpid() != process_) return;  // a fork closes descriptors before it runs its program
  newest_ = newest;
  std::set<pid_t> present;
  uv::EachChild(loop_, [&present](pid_t pid) { present.insert(pid); });
  for (const pid_t pid : present) {
    if (known_.count(pid) == 0 && pid == forked_) Decide(pid, now);
  }
  known_ = std::move(present);
}

void HeldChildren::Decide(pid_t pid, int64_t now) {
  forked_ = 0;
  const std::string name = std::move(forked_name_);
  schedule::Operation operation;
  operation.name = name;
  operation.phase = schedule::Phase::kDescriptor;
  operation.api = "child";
  operation.machinery = forked_machinery_;
  const schedule::Decision decision = scheduler_->Decide(operation, static_cast<double>(now) / kNsPerMs);
  Child child = {name, {decision, now, &scheduler_->gates()}};
  const bool stops = std::exchange(stops_, false);
  if (child.hold.IsDue(now)) {
    if (stops) LetBegin(pid, now);
    scheduler_->RecordRun(name, schedule::Phase::kDescriptor, operation.machinery);
    return;
  }
  HideStops();
  if (stops) ForgetStopped(pid);
  // Gates may stay closed for any time.
  const bool guarded =
      child.hold.at_gates() || (SetAlarm(kLongestBlockNs + child.hold.due_ns() - now) && Remember(pid));
  if (!guarded || kill(pid, SIGSTOP) != 0) child.hold.Release();
  held_.emplace(pid, std::move(child));
}

void HeldChildren::Continue(pid_t pid, const Child& child) {
  ForgetStopped(pid);
  bool is_there = false;
  uv::EachChild(loop_, [&is_there, pid](pid_t other) { is_there = is_there || other == pid; });
  if (is_there) kill(pid, SIGCONT);
  scheduler_->RecordRun(child.name, schedule::Phase::kDescriptor);
}

// It stays stopped, or the program's signal does the rest.
void HeldChildren::LetGo(pid_t pid, const Child& child) {
  ForgetStopped(pid);
  scheduler_->RecordRun(child.name, schedule::Phase::kDescriptor);
}

void HeldChildren::OnSignal(pid_t pid, int signal) {
  const bool asks = signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
  if (held_.empty() || !(asks || signal == SIGSTOP || signal == SIGCONT || signal == SIGKILL)) return;
  const auto found = held_.find(pid < -1 ? -pid : pid);
  if (found == held_.end()) {
    if (pid <= 0) ReleaseAll();  // a group that some may belong to
    return;
  }
  found->second.hold.GiveUp(&scheduler_->gates(), kSignalled);
  // A handler of its own may take the signals that only ask for it. SIGCONT removes them, so it comes first.
  if (asks) {
    Continue(found->first, found->second);
  } else {
    LetGo(found->first, found->second);
  }
  held_.erase(found);
  SetAlarmFor(Clock::NowNs());
}

// The loop still turns.
void HeldChildren::SetAlarmFor(int64_t now) const {
  int64_t last = now;
  for (const auto& [pid, child] : held_) {
    if (!child.hold.at_gates()) last = std::max(last, child.hold.due_ns());
  }
  SetAlarm(AnyStopped() ? kLongestBlockNs + last - now : 0);
}

void HeldChildren::Release(int64_t now) {
  if (held_.empty()) return;
  for (auto child = held_.begin(); child != held_.end();) {
    const bool due = child->second.hold.IsDue(now);
    if (due) Continue(child->first, child->second);
    child = due ? held_.erase(child) : std::next(child);
  }
  SetAlarmFor(now);
}

void HeldChildren::GoThroughGates(int64_t now) {
  for (auto& [pid, child] : held_) child.hold.GoThrough(scheduler_->gates(), now);
}

void HeldChildren::ReleaseAll() {
  ContinueUnknown();
  if (held_.empty()) return;
  for (auto& [pid, child] : held_) {
    child.hold.GiveUp(&scheduler_->gates(), kBlocked);
    Continue(pid, child);
  }
  held_.clear();
  SetAlarmFor(Clock::NowNs());
}

int64_t HeldChildren::NextDue() const {
  int64_t due = kNever;
  for (const auto& [pid, child] : held_) due = std::min(due, child.hold.due_ns());
  return due;
}

bool HeldChildren::AnyRuns(bool ends_held) const {
  if (held_.empty() && !ends_held) return uv::HasChildren(loop_);
  bool any = false;
  uv::EachChild(loop_, [&](pid_t pid) { any = any || (held_.count(pid) == 0 && !(ends_held && HasEnded(pid))); });
  return any;
}

// libuv makes both ends of a child's pipes by socketpair(2), so this process counts as the other end's.
bool HeldChildren::IsHeldEnd(int fd) const {
  if (held_.empty() || AnyRuns()) return false;
  ucred peer = {};
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid == getpid();
}

void HeldChildren::Dump(std::string* out) const {
  const int64_t now = Clock::NowNs();
  for (const auto& [pid, child] : held_) *out += "  child " + child.name + ": held, " + child.hold.Text(now) + '\n';
}

}  // namespace nacd::loop
