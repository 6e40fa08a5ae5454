#include "loop/linux/controller.h"

#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "loop/linux/addresses.h"
#include "loop/linux/batch.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/own_descriptor.h"
#include "loop/linux/patching.h"
#include "loop/linux/refuse.h"
#include "loop/linux/socket_facts.h"
#include "loop/linux/this_thread.h"

namespace nacd::loop {
namespace {

constexpr size_t kCapacity = 1024;  // libuv's own
constexpr int kBriefMs = 2;

}  // namespace

Controller::Controller(uv_loop_t* loop, schedule::Scheduler* scheduler, trace::Writer* trace,
                       const EngineOptions& options)
    : loop_(loop),
      scheduler_(scheduler),
      trace_(trace),
      options_(options),
      controls_(options.delays && (options.gates || scheduler->needs_names())),
      names_(scheduler, options),
      tasks_(loop, scheduler, &names_, [this] { return IsAlone(); }),
      descriptors_(loop, scheduler, &names_, options.keeps_order),
      wakeups_(loop, scheduler, &names_),
      children_(loop, scheduler, &names_),
      timer_stalls_(scheduler),
      pool_calls_(&tasks_),
      outside_(loop, options.in_runner),
      done_mutex_(uv::DoneMutex(loop)),
      budget_(options),
      own_waits_(options),
      ready_(kCapacity) {
  self_.epoll_fd = uv::BackendFd(loop);
  self_.async_fd = uv::AsyncFd(loop);
  self_.thread = static_cast<pid_t>(syscall(SYS_gettid));
  self_.in_flight = &in_flight_;
  self_.wake_fd = MoveUp(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.fd = self_.wake_fd;
  if (self_.wake_fd < 0 || epoll_ctl(self_.epoll_fd, EPOLL_CTL_ADD, self_.wake_fd, &event) != 0) {
    error_ = std::string("cannot create a descriptor to wake the event loop: ") + strerror(errno);
    return;
  }
  Coordinator::Get().Join(&self_);
  if (!controls_) return;
  // exit() ends no loop, and what is held must leave the process all the same.
  static const bool flushes = atexit([] {
                                if (Controller* controller = CurrentController()) controller->sends().FlushAll();
                              }) == 0;
  if (!flushes) {
    error_ = "cannot register a function for exit()";
    return;
  }
  turn_end_.emplace(loop, TurnEnd::Moment::kEnd, [this] {
    names_.Delivered({});
    EndTurn();
  });
  if (!scheduler->may_stall()) return;
  before_immediates_.emplace(loop, TurnEnd::Moment::kBeforeImmediates, [this] { BeforeImmediates(); });
  scheduler->stalls().Attend([this](std::string_view name, double ms) { return StallsAfterTimer(name, ms); },
                             [this] { StallNow(); }, [loop] { return uv::NextTimerMs(loop); });
}

Controller::~Controller() {
  if (self_.wake_fd < 0) return;
  Coordinator::Get().Leave(&self_);
  epoll_event none = {};
  epoll_ctl(self_.epoll_fd, EPOLL_CTL_DEL, self_.wake_fd, &none);
  close(self_.wake_fd);
}

void Controller::Detach() {
  scheduler_->stalls().Attend({}, {});
  before_immediates_.reset();
  EndTurn();
  tasks_.ReturnAll();
  descriptors_.ReturnAll();
  wakeups_.ReturnAll();
  children_.ReleaseAll();
  turn_end_.reset();
  WriteSummary();
}

// Before descriptors are asked for: numbers that were closed may belong to others by now.
void Controller::ForgetClosed() {
  closed_.Drain([this](int fd) { descriptors_.Forget(fd); });
}

int Controller::Poll(epoll_event* events, int capacity, int timeout_ms, const sigset_t* mask) {
  ForgetClosed();
  if (!controls_) return PollOnce(events, capacity, timeout_ms, mask);
  if (timeout_ms == 0 && MoreInTurn()) return PollMore(events, capacity);
  EndTurn();
  const int64_t now = Clock::NowNs();
  children_.Look(now);
  children_.ContinueUnknown();
  // Without delays there is no order to explore: all that the poll finds comes in this turn, as in plain Node.js. With
  // one event a turn a program's start takes many turns, while a test runner goes on by turns that it counts itself.
  all_ready_ = !scheduler_->may_delay();
  stall_asked_ = false;
  timer_stalls_.Begin();
  scheduler_->set_passing(false);
  if (!uneventful_) descriptors_.NextPoll();
  wakeups_.BeforePoll();
  const int64_t deadline = timeout_ms < 0 ? kNever : now + timeout_ms * kNsPerMs;
  const int count = PollOnce(events, capacity, timeout_ms, mask);
  const int error = errno;
  tasks_.NextTurn();
  uneventful_ = IsUneventful(count, events, error) && (timeout_ms == 0 || Clock::NowNs() + kNsPerMs < deadline);
  errno = error;
  return Fill(events, capacity, count);
}

// libuv has asked again before it leaves its poll: nothing is looked at anew, as if all had been in one list.
int Controller::PollMore(epoll_event* events, int capacity) {
  if (++polls_in_turn_ >= kMostInTurn || !ChooseMore(events)) {
    EndTurn();
    return 0;
  }
  uneventful_ = false;
  if (MoreInTurn()) return capacity;  // the rest of libuv's list is as Fill() left it
  EndTurn();
  return 1;
}

bool Controller::ChooseMore(epoll_event* event) {
  if (tasks_in_turn_ > 0 && tasks_.ReturnNext(turn_now_)) {
    tasks_in_turn_--;
    *event = {EPOLLIN, {.fd = self_.async_fd}};
    wakeups_.Take(turn_now_);
    return true;
  }
  tasks_in_turn_ = 0;
  if (!descriptors_.ChooseMore(event)) return false;
  if (event->data.fd == self_.async_fd) OnWoken(turn_now_);
  return true;
}

// libuv asks again in the same turn where its list is full, and passes over what has no descriptor (so it marks those
// that are closed in the meantime).
int Controller::Fill(epoll_event* events, int capacity, int count) {
  if (count != 1 || !MoreInTurn()) {
    EndTurn();
    return count;
  }
  memset(events + 1, 0xff, (capacity - 1) * sizeof *events);  // -1 in all of data.fd, at a fifth of a loop's cost
  return capacity;
}

void Controller::EndTurn() {
  polls_in_turn_ = tasks_in_turn_ = 0;
  descriptors_.EndTurn();
}

void Controller::OnWoken(int64_t now) {
  wakeups_.Take(now);
  tasks_in_turn_ = tasks_.BatchAt(now, all_ready_ || scheduler_->resting());
}

// Nobody but this thread can be needed for a system call to end: no other loop, no addon's thread, nobody outside.
bool Controller::IsAlone() { return !Coordinator::Get().has_others() && !HasForeignThreads() && !OutsideInPlay(); }

// Nothing, or a mere wake-up: what runs after it has heard nothing new from a child.
bool Controller::IsUneventful(int count, const epoll_event* events, int error) const {
  if (count == 1) return events[0].data.fd == self_.async_fd && !tasks_.awaiting_libuv();
  return count == 0 || (count < 0 && error == EINTR);
}

int Controller::PollOnce(epoll_event* events, int capacity, int timeout_ms, const sigset_t* mask) {
  RepatchAfterDlopen();
  Calibrate();
  if (!controls_ && !options_.virtual_clock) return epoll_pwait(self_.epoll_fd, events, capacity, timeout_ms, mask);
  if (timeout_ms == 0 && may_stall()) StallBeforeTurn();
  timer_due_ms_ = static_cast<double>(uv_now(loop_)) + timeout_ms;
  int64_t now = Clock::NowNs();
  const int64_t deadline = timeout_ms < 0 ? kNever : now + timeout_ms * kNsPerMs;
  if (!controls_ && timeout_ms != 0 && Working()) {
    const int count = Brief(events, capacity, timeout_ms, mask);
    if (count != 0) return count;
    now = Clock::NowNs();
  }
  while (true) {
    if (scheduler_->replays_stalls()) {
      ReplayBeforeTimers(now, true);
      now = Clock::NowNs();
    }
    const int count = ReadyNow(events, capacity, mask, now, ReleaseTime(timeout_ms, now, deadline));
    if (count != 0) return count;
    if (timeout_ms == 0 || now >= deadline) {
      if (timeout_ms != 0) OnTimers();
      if (timeout_ms != 0 && may_stall() && StallBeforeTimers(deadline)) {
        return ReadyNow(events, capacity, mask, Clock::NowNs(), Clock::NowNs());
      }
      const int64_t late = timeout_ms == 0 ? 0 : TimerLateness(deadline);
      return late > 0 ? Late(events, capacity, mask, deadline + late) : 0;
    }
    const int64_t next = std::min(deadline, NextDue());
    if (!Wait(next, mask)) return -1;
    now = Clock::NowNs();
  }
}

// Nothing is held, and the pool is about to wake the loop: one system call does, as in plain Node, before anything has
// to be proved.
int Controller::Brief(epoll_event* events, int capacity, int timeout_ms, const sigset_t* mask) {
  const bool alone = timeout_ms < 0 && Coordinator::Get().WaitsAlone(&self_);  // a wait without a limit is cheaper
  const int ms = alone ? -1 : timeout_ms < 0 ? kBriefMs : std::min(timeout_ms, kBriefMs);
  const int count =
      epoll_pwait(self_.epoll_fd, ready_.data(), std::min(capacity, static_cast<int>(kCapacity)), ms, mask);
  Coordinator::WaitedAlone(&self_);
  if (count <= 0) return count;
  const int kept = DropWakeups(count);
  std::copy_n(ready_.begin(), kept, events);
  return kept;
}

// Returns the time up to which held operations are released. Timers that are due come first: a program that limits a
// wait by a timer of the longest delay sets it just before, and a wait for both ends late by chance.
int64_t Controller::ReleaseTime(int timeout_ms, int64_t now, int64_t deadline) const {
  if (timeout_ms <= 0 || now < deadline) return now;
  return std::min(deadline, static_cast<int64_t>(timer_due_ms_ * kNsPerMs)) - kNsPerMs;  // libuv counts milliseconds
}

// Fills in the events that libuv may see now. Returns how many; -1: an error.
int Controller::ReadyNow(epoll_event* events, int capacity, const sigset_t* mask, int64_t now, int64_t due) {
  int count = std::exchange(still_ready_, -1);
  if (controls_) {
    waits_elsewhere_ = scheduler_->LookElsewhere();
    GoThroughGates(now);
    if (tasks_.Release(due)) count = -1;
    if (descriptors_.Release(due)) count = -1;
    if (wakeups_.Release(due)) count = -1;
    if (ReleaseChildren(due)) count = -1;
    GoThroughGates(now);  // a task that starts may be what a gate waits for
  }
  if (count < 0) count = epoll_pwait(self_.epoll_fd, ready_.data(), static_cast<int>(kCapacity), 0, mask);
  if (count < 0) return count;
  count = descriptors_.AddDatagrams(ready_.data(), AddDone(DropWakeups(count)), static_cast<int>(kCapacity));
  if (!controls_ || count == 0) {
    count = std::min(count, capacity);
    std::copy_n(ready_.begin(), count, events);
    return count;
  }
  if (may_stall() && StallBeforeEvent(count)) return ReadyNow(events, capacity, mask, Clock::NowNs(), due);
  const int chosen = descriptors_.Choose(ready_.data(), count, now, all_ready_);
  if (chosen < 0) return 0;
  events[0] = ready_[chosen];
  turn_now_ = now;
  if (events[0].data.fd == self_.async_fd) OnWoken(now);
  return 1 + AddSignal(events, capacity, count, chosen);
}

// A signal that is there comes with whatever else comes, since a loop whose other work is done ends before it polls
// again. Not where there are children: what they have written comes before their exit. Returns how many were added.
int Controller::AddSignal(epoll_event* events, int capacity, int count, int chosen) {
  if (capacity < 2 || uv::HasChildren(loop_)) return 0;
  for (int i = 0; i < count; i++) {
    if (i == chosen || ready_[i].data.fd != uv::SignalFd(loop_)) continue;
    int added = 1;
    while (added + 1 < capacity && descriptors_.ChooseAtOnce(&events[added])) added++;
    events[added] = ready_[i];
    descriptors_.Delivered(ready_[i].data.fd);
    return added;
  }
  return 0;
}

int Controller::DropWakeups(int count) {
  const auto end = std::remove_if(ready_.begin(), ready_.begin() + count, [this](const epoll_event& event) {
    if (event.data.fd != self_.wake_fd) return false;
    uint64_t value;
    return read(self_.wake_fd, &value, sizeof value) >= -1;
  });
  return static_cast<int>(end - ready_.begin());
}

// A finished task was given back to libuv, which asks for it when woken.
int Controller::AddDone(int count) {
  if (!tasks_.awaiting_libuv()) return count;
  const auto end = ready_.begin() + count;
  const auto is_wakeup = [this](const epoll_event& event) { return event.data.fd == self_.async_fd; };
  if (count == static_cast<int>(kCapacity) || std::any_of(ready_.begin(), end, is_wakeup)) return count;
  ready_[count] = {EPOLLIN, {.fd = self_.async_fd}};
  return count + 1;
}

int64_t Controller::NextDue() const {
  return std::min({tasks_.NextDue(), descriptors_.NextDue(), wakeups_.NextDue(), children_.NextDue()});
}

bool Controller::ReleaseChildren(int64_t now) {
  if (children_.NextDue() > now) return false;
  children_.Release(now);
  outside_.Changed();
  return true;
}

// On the thread's first use of the pool or, if that was before our time, when a task first comes back.
void Controller::Calibrate() {
  if (!pool_started_ || !controls_) return;
  pool_started_ = false;
  CalibratePool();
}

void Controller::CalibratePool() {
  if (!controls_) return;
  Pool::Get().Calibrate();
  if (!Pool::Get().problem().empty()) Refuse(Pool::Get().problem());
}

void Controller::OnDoneLocked() {
  if (!pool_calls_.locked()) {
    if (!Pool::Get().known()) pool_started_ = true;
    return tasks_.OnTaking();
  }
  // uv_cancel(): the loop is being torn down as a rule. Everything held is given back at once, to be on the safe side.
  tasks_.ReleaseSoon();
  descriptors_.ReleaseSoon();
  wakeups_.ReleaseSoon();
  children_.ReleaseAll();
}

void Controller::OnWritten(int fd) {
  in_flight_.Written(fd);
  if (controls_ && fd == self_.async_fd) wakeups_.OnOwnSend();
}

void Controller::OnSent(int fd) {
  const FdTable::Connection connection = TracedConnection(fd);
  if (!connection.origin.empty()) scheduler_->RecordSent(connection.origin);
}

void Controller::OnConnect(int fd) {
  const FdTable::Connection connection = TracedConnection(fd);
  if (!connection.origin.empty()) scheduler_->RecordConnect(connection.origin, connection.link);
}

// Empty if nothing is traced of `fd`: its other end is on another machine, or is not known.
FdTable::Connection Controller::TracedConnection(int fd) const {
  if (!controls_ || !scheduler_->tracing() || FdTable::Machinery(fd)) return {};
  // libuv's handlers of signals write to pipes of their own, in the midst of anything, such as a line of the trace.
  if (FdTable::IsPair(fd) && FamilyOf(fd) != AF_UNIX) return {};
  if (!FdTable::Known(fd)) {
    const std::string link = LinkOfEnd(fd);  // what its parent has given to this process
    return {link, {}, link};
  }
  FdTable::Connection connection = FdTable::Get().ConnectionOf(fd);
  const bool is_known = !connection.link.empty() || (FdTable::HasOwnPeer(fd) && !FdTable::IsPair(fd));
  return is_known ? connection : FdTable::Connection();
}

void Controller::OnClosed(int fd, int peer) {
  closed_.Add(fd);
  children_.OnClosed(fd);
  in_flight_.Forget(fd);
  if (peer >= 0) in_flight_.Closed(peer);
  // A child's ends of its pipes are closed as soon as it runs.
  if (controls_) children_.Look(Clock::NowNs());
}

void Controller::OnTried(const void* address, size_t size, bool refused) {
  const int64_t now = Clock::NowNs();
  const uint64_t question = Retries::QuestionOf(address, size);
  tasks_.retries().Asked(question, now);
  tasks_.retries().Answered(question, refused, now);
}

void Controller::OnListening() {
  if (controls_) tasks_.retries().Changed(Clock::NowNs());
}

void Controller::OnLooked(const char* path, bool missing) {
  if (controls_) tasks_.retries().Looked(path, missing, Clock::NowNs());
}

bool Controller::OutsideInPlay() {
  const Retries& retries = tasks_.retries();
  if (children_.AnyRuns(descriptors_.holds_signal())) return true;
  if (retries.waits_until() > 0 && retries.Waiting(Clock::NowNs())) return true;
  return outside_.Any(children_);
}

void Controller::GoThroughGates(int64_t now) {
  const uint64_t openings = scheduler_->openings();
  if (openings == openings_) return;
  openings_ = openings;
  tasks_.GoThroughGates(now);
  descriptors_.GoThroughGates(now);
  wakeups_.GoThroughGates(now);
  children_.GoThroughGates(now);
}

void Controller::WriteSummary() {
  if (!trace_) return;
  trace_->WriteNumbers("waits", {{"skipped", static_cast<double>(stats_.skipped_ns) / kNsPerMs},
                                 {"real", static_cast<double>(stats_.real_ns) / kNsPerMs},
                                 {"skips", static_cast<double>(stats_.skips)},
                                 {"realWaits", static_cast<double>(stats_.real_waits)},
                                 {"outside", static_cast<double>(stats_.outside_waits)},
                                 {"threads", static_cast<double>(stats_.thread_waits)}});
}

}  // namespace nacd::loop
