// Holds whole child processes: a child is stopped just after it was spawned and continued when it is due, as if the
// system had not scheduled it until then. Everything it does is delayed: its output, its messages, the signals it
// sends, its exit. Signals sent to it wait, as for a process that does not run. While all children are held they
// cannot cause anything, so the virtual clock need not wait for them. Belongs to one loop's thread.
#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "loop/linux/names.h"
#include "loop/linux/uv_internals.h"
#include "schedule/hold.h"
#include "schedule/scheduler.h"

namespace nacd::loop {

class HeldChildren {
 public:
  HeldChildren(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names)
      : loop_(loop), scheduler_(scheduler), names_(names), process_(getpid()) {}
  ~HeldChildren() { ReleaseAll(); }

  // A fork that stops its child as the child's program begins. All are descriptors, -1: none.
  struct Start {
    int reader = -1;       // of the pipe whose other end closes then, by which libuv's spawn sees that it begins
    int writer = -1;       // the parent's copy of that end
    int go[2] = {-1, -1};  // the child waits for a byte, sent when the parent has closed that copy
  };
  // Called when the thread has created a pipe, and when it closes a descriptor.
  void OnPipe(const int ends[2]);
  void OnClosed(int fd) {
    if (fd == pipe_[0] || fd == pipe_[1]) pipe_[0] = -1;
  }
  // Call before a fork. All fields are -1 if the child should not be stopped.
  Start PrepareFork();
  // Call in the parent, after PrepareFork() and the fork.
  static void LetChildBegin(const Start& start);
  // In a child that was forked on a thread with a loop, before it becomes another program: it is continued if its
  // parent dies. With a `start` the system stops it before its program's first instruction, since a loaded machine
  // would run it for long before its parent can. Async-signal-safe.
  static void PrepareChild(const Start& start);
  // Called when the child failed to start its program, before it reports that. Async-signal-safe.
  static void BeforeChildWrites();
  // Call in the parent, on the thread that forked; `start` is from PrepareFork(). Children that were forked in another
  // way are not held.
  void OnForked(pid_t pid, const Start& start);

  // Continues a child that was stopped as it began, if libuv does not know it. Call between two callbacks only.
  void ContinueUnknown();
  // Decides about children that libuv has started since the last call. Cheap if there are none.
  void Look(int64_t now);
  // Continues the children that are due at `now`.
  void Release(int64_t now);
  void GoThroughGates(int64_t now);
  // The program is about to send `signal` to `pid`, as by kill(2). Lets go of a held child that it stops, continues or
  // kills: a later SIGCONT of ours would undo what the program did.
  void OnSignal(pid_t pid, int signal);
  // Call before this process becomes another program: continues all held children. Async-signal-safe.
  static void ContinueAll();
  // Continues all children, because the thread is about to wait for something that may need them, or gives up its
  // loop.
  void ReleaseAll();

  bool holding() const { return !held_.empty(); }
  int64_t NextDue() const;
  // Returns whether any child runs, that is, is not held. `ends_held`: children that have ended do not count either,
  // since libuv does not know yet.
  bool AnyRuns(bool ends_held = false) const;
  // True for a descriptor whose other end is open only in held children.
  bool IsHeldEnd(int fd) const;
  void Dump(std::string* out) const;

 private:
  struct Child {
    std::string name;
    schedule::Hold hold;
  };

  void Decide(pid_t pid, int64_t now);
  // Continues a child that was stopped as its program begins and is not held.
  void LetBegin(pid_t pid, int64_t now) const;
  void Continue(pid_t pid, const Child& child);
  void LetGo(pid_t pid, const Child& child);
  void SetAlarmFor(int64_t now) const;

  uv_loop_t* loop_;
  schedule::Scheduler* scheduler_;
  Names* names_;
  pid_t process_;
  pid_t forked_ = 0;
  std::string forked_name_;  // after the call that forks it
  bool forked_machinery_ = false;
  bool stops_ = false;      // it is stopped as its program begins
  int pipe_[2] = {-1, -1};  // see OnPipe(); made by the call `pipe_call_`
  std::string pipe_call_;
  std::pair<const void*, pid_t> newest_;  // at the last Look()
  std::set<pid_t> known_;
  std::map<pid_t, Child> held_;
};

}  // namespace nacd::loop
