// Controls one loop: what its poll returns, and when. Lives on the loop's thread.
#pragma once

#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loop/engine.h"
#include "loop/linux/budget.h"
#include "loop/linux/coordinator.h"
#include "loop/linux/datagram_peers.h"
#include "loop/linux/descriptor_set.h"
#include "loop/linux/descriptors.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/held_children.h"
#include "loop/linux/in_flight.h"
#include "loop/linux/names.h"
#include "loop/linux/outside_watch.h"
#include "loop/linux/pool_calls.h"
#include "loop/linux/tasks.h"
#include "loop/linux/thread_starts.h"
#include "loop/linux/timer_stalls.h"
#include "loop/linux/turn_end.h"
#include "loop/linux/wakeups.h"

namespace nacd::loop {

class Controller : public Surroundings {
 public:
  Controller(uv_loop_t* loop, schedule::Scheduler* scheduler, trace::Writer* trace, const EngineOptions& options);
  ~Controller() override;
  // Empty, or the reason why it cannot work.
  const std::string& error() const { return error_; }
  // Returns everything held and lets the loop run on uncontrolled.
  void Detach();

  // Called once, before a worker runs the program's code: the system may not have scheduled it until now.
  void StallAtStart();
  // Called when the thread has started the worker thread `id`. If a replayed schedule says when that one begins, this
  // thread waits for it, so that on a slow machine, too, the worker takes no longer to begin (on the program's clock)
  // than in the failing run.
  void OnThreadMade(uint32_t id);

  // The interposed functions call these, on the loop's thread.
  int Poll(epoll_event* events, int capacity, int timeout_ms, const sigset_t* mask);
  bool Owns(int epoll_fd) const { return epoll_fd == self_.epoll_fd; }
  bool IsDoneMutex(const pthread_mutex_t* mutex) const { return mutex == done_mutex_; }
  PoolCalls& pool_calls() { return pool_calls_; }
  void OnPoolUnlocked() { tasks_.RunHere(); }
  void OnDoneLocked();
  void OnWatchesChanged() { outside_.Changed(); }
  Datagrams& datagrams() { return descriptors_.datagrams(); }
  Sends& sends() { return descriptors_.sends(); }
  void OnUnwatched(int fd) { descriptors_.Forget(fd); }
  void OnClosed(int fd, int peer);
  void OnWritten(int fd);
  // Called when something has been sent on `fd`, or its end, and when it was connected. Both trace it if the other end
  // is on this machine.
  void OnSent(int fd);
  void OnConnect(int fd);
  // Called when the program has tried to connect to this address.
  void OnTried(const void* address, size_t size, bool refused);
  void OnListening();
  // Called when this thread has checked whether a path exists.
  void OnLooked(const char* path, bool missing);
  // Called before the thread waits for something that may need tasks of the pool.
  void OnBlocking() {
    tasks_.ReleaseStarts("its thread blocked, and may have waited for it");
    sends().FlushAll();
    children_.ReleaseAll();
  }
  bool HasPostponed() const { return tasks_.starting() || children_.holding() || descriptors_.sends().holding(); }
  // Called when the thread starts, or stops, waiting for another thread outside its poll.
  void OnBlocked() { Coordinator::Get().Block(&self_, this); }
  void OnUnblocked() { self_.blocked.store(false); }
  // Called after the thread has forked a child.
  void OnForked(pid_t pid, const HeldChildren::Start& start) {
    if (!controls_) return;
    children_.OnForked(pid, start);
  }
  // Called before it forks; see HeldChildren.
  HeldChildren::Start PrepareFork() {
    if (!controls_) return {};
    children_.Look(Clock::NowNs());  // at the one before
    children_.ContinueUnknown();
    return children_.PrepareFork();
  }
  void OnPipe(const int ends[2]) {
    if (controls_) children_.OnPipe(ends);
  }
  // Called before the thread sends a signal, as by kill(2).
  void OnKill(pid_t pid, int signal) {
    children_.OnSignal(pid, signal);
    outside_.Changed();
  }
  // Called when the pool has just been started. Finds it, or ends the process.
  void CalibratePool();
  // Called when an addon, given by its path, creates a threadsafe function.
  void OnThreadsafeFunction(const std::string& addon) {
    if (!names_.IsMachinery(addon)) scheduler_->NoteMadePorts();
  }
  // Returns a name for a socket that is being created.
  std::string FreshOrigin(const char* what) { return controls_ ? names_.Fresh(what, {}) : std::string(); }

  // True if delays are made and a hooked call is running.
  bool InCall() const { return controls_ && names_.InCall(); }
  // True if a test runner or transformer is making a call of its own (Operation::machinery).
  bool InMachinery() const { return controls_ && names_.InCall() && names_.IsMachinery(); }

  WaitStats stats() const { return stats_; }
  schedule::Prospect ProspectNow();

  bool OutsideInPlay() override;
  // True if operations are decided about; false if only the clock is controlled.
  bool controls() const { return controls_; }
  bool Working() override {
    return controls_ ? tasks_.in_pool() > (self_.stalled ? tasks_.finished() : 0) : uv::HasRequests(loop_);
  }
  bool Settled() override { return in_flight_.Settled() && !DatagramPeers::Get().Moving(); }
  bool IsReady() override;
  void BeforeSleep() override;

 private:
  FdTable::Connection TracedConnection(int fd) const;
  bool MoreInTurn() const { return tasks_in_turn_ > 0 || descriptors_.has_batch(); }
  int PollMore(epoll_event* events, int capacity);
  bool ChooseMore(epoll_event* event);
  int Fill(epoll_event* events, int capacity, int count);
  void EndTurn();
  void OnWoken(int64_t now);
  bool IsAlone();
  int PollOnce(epoll_event* events, int capacity, int timeout_ms, const sigset_t* mask);
  bool IsUneventful(int count, const epoll_event* events, int error) const;
  int64_t ReleaseTime(int timeout_ms, int64_t now, int64_t deadline) const;
  int ReadyNow(epoll_event* events, int capacity, const sigset_t* mask, int64_t now, int64_t due);
  int AddSignal(epoll_event* events, int capacity, int count, int chosen);
  int Brief(epoll_event* events, int capacity, int timeout_ms, const sigset_t* mask);
  int DropWakeups(int count);
  int AddDone(int count);
  int64_t NextDue() const;
  // After this, whatever the children do comes from outside. Returns whether there were any.
  bool ReleaseChildren(int64_t now);
  bool Holding() const {
    return tasks_.holding() || descriptors_.holding() || wakeups_.holding() || children_.holding();
  }
  int64_t TimerLateness(int64_t deadline);
  int Late(epoll_event* events, int capacity, const sigset_t* mask, int64_t until);
  void Calibrate();
  bool Wait(int64_t until, const sigset_t* mask);
  Coordinator::Skip SkipNow() const;
  void Spend(int64_t ns);                            // of the budget
  void OnTimers();                                   // timers fire
  void CheckForDeadlock(int64_t next, int64_t now);  // `now`: real time
  // Stalls (stalling.cc):
  bool may_stall() const { return scheduler_->stalls().on(); }
  bool IsMoreToCome(int64_t now);
  bool IsMoreThanTimersToCome(int64_t latest);
  struct StallTime {
    double ms = 0;
    int64_t most = 0;  // nanoseconds of real time
    // The events that end a replayed stall in a poll (schedule::Decision); null if unknown.
    const std::vector<std::string>* until = nullptr;
  };
  void Stall(StallTime time, bool in_poll);
  bool IsAwaited(const std::vector<std::string>* until);
  int64_t MostReal(bool replayed) const;
  void AwaitTasks(bool replayed);
  bool HasOthers() const;
  bool StallsAfterTimer(std::string_view timer, double ms);
  void StallAfterTimer(std::string_view timer, double ms);
  void StallNow();
  void WriteStart(const ThreadStarts::Late& late);
  void WriteMade(uint32_t id);
  void StallBeforeTurn();
  bool StallBeforeTimers(int64_t deadline);
  void ReplayBeforeTimers(int64_t now, bool in_poll);
  void StallAtTimer(const std::string& name, const schedule::StallDecision& decision, bool in_poll);
  bool StallBeforeEvent(int count);
  void BeforeImmediates();

  void WriteSummary();
  void GoThroughGates(int64_t now);
  void ForgetClosed();

  uv_loop_t* loop_;
  schedule::Scheduler* scheduler_;
  trace::Writer* trace_;
  EngineOptions options_;
  bool controls_;
  Names names_;
  Tasks tasks_;
  Descriptors descriptors_;
  DescriptorSet closed_;  // since the last poll
  Wakeups wakeups_;
  HeldChildren children_;
  TimerStalls timer_stalls_;
  PoolCalls pool_calls_;
  OutsideWatch outside_;
  std::optional<TurnEnd> turn_end_;
  std::optional<TurnEnd> before_immediates_;
  struct Stalled {
    std::string name;
    int checks;    // over after this many check phases of the loop
    bool decided;  // already in the trace
  };
  std::vector<Stalled> stalled_;  // stalls and possible stalls whose end is not in the trace yet
  bool all_ready_ = false;        // deliver all ready ones in one turn: the thread has stalled, or nothing is delayed
  bool stall_asked_ = false;      // in this poll
  uint64_t traced_turns_ = 0;
  double timer_due_ms_ = 0;   // when the loop's next timer is due, by libuv's clock
  std::string names_memory_;  // for the names of stalls
  int long_stalls_ = 0;       // stalls that took real time, so that others could act
  bool made_threads_ = false;
  double after_timers_ms_ = 0;  // how long to stall after timers were set
  InFlight in_flight_;
  Participant self_;
  WaitStats stats_;
  const pthread_mutex_t* done_mutex_;
  Budget budget_;
  OwnWaits own_waits_;
  bool blocked_ = false;  // something was held at a gate when the loop began to wait
  std::string error_;
  std::vector<epoll_event> ready_;
  int still_ready_ = -1;  // how many were ready before the clock jumped, if nothing has run since; -1: ask again
  // The batch (batch.h) of the current turn of the loop:
  size_t polls_in_turn_ = 0;
  size_t tasks_in_turn_ = 0;  // still to come
  int64_t turn_now_ = 0;      // when it was looked what is ready
  bool uneventful_ = false;   // the last poll brought nothing, before any timer was due
  bool pool_started_ = false;
  int64_t awaiting_since_ = 0;    // real time
  bool waits_elsewhere_ = false;  // something that is held waits for an event of another process or thread
  uint64_t openings_ = 0;         // gates' count of openings at the last look
};

}  // namespace nacd::loop
