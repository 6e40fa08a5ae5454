// Holds child processes as a whole: a child that has just been spawned is stopped, and continued when it is due, as if
// the system had not run it until then. All that it would do comes later by that: its output, its messages, the signals
// that it sends, its end. Signals that are sent to it wait, as for a process that is not run. While all children are
// held nothing can come from them, so the virtual clock need not wait for them. Belongs to one loop's thread.
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

  // The thread has made a pipe, whose reading end is `fd`, and it closes a descriptor.
  void OnPipe(int fd);
  void OnClosed(int fd) {
    if (fd == pipe_) pipe_ = -1;
  }
  // Before a fork. Returns the reading end of the pipe whose other end closes when the child becomes another program,
  // by which libuv's spawn sees that it has; -1: none is known, or the child is not to be stopped then.
  int PrepareFork();
  // In a child that was forked on a thread with a loop, before it becomes another program: it is continued if its
  // parent dies. `pipe` is from PrepareFork(): the system stops the child before its program's first instruction, since
  // a loaded machine would run it for long before its parent can. Async-signal-safe.
  static void PrepareChild(int pipe);
  // The child cannot become another program, and is about to say so. Async-signal-safe.
  static void BeforeChildWrites();
  // The same thread's parent side. Children that were forked in another way are not held.
  void OnForked(pid_t pid);

  // Continues a child that was stopped as it began, if libuv does not have it: between two callbacks only.
  void ContinueUnknown();
  // Decides about children that libuv has now and had not when it was last asked. Cheap where there are none.
  void Look(int64_t now);
  // Continues those that are due at `now`.
  void Release(int64_t now);
  void GoThroughGates(int64_t now);
  // The program is about to send `signal` to `pid`, as by kill(2). Lets go of a held child that it stops, continues or
  // kills: a later SIGCONT of ours would undo what the program did.
  void OnSignal(pid_t pid, int signal);
  // Continues all that are held in this process, before it becomes another program. Async-signal-safe.
  static void ContinueAll();
  // Continues all, since the thread is about to wait for something that may need them, or gives up its loop.
  void ReleaseAll();

  bool holding() const { return !held_.empty(); }
  int64_t NextDue() const;
  // False if the loop has no children, or if all of them are stopped.
  bool AnyRuns() const;
  // True for a descriptor whose other end only held children have.
  bool IsHeldEnd(int fd) const;
  void Dump(std::string* out) const;

 private:
  struct Child {
    std::string name;
    schedule::Hold hold;
  };

  void Decide(pid_t pid, int64_t now);
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
  bool stops_ = false;  // it is stopped as its program begins
  int pipe_ = -1;       // see OnPipe(); made by the call `pipe_call_`
  std::string pipe_call_;
  std::pair<const void*, pid_t> newest_;  // when they were last looked at
  std::set<pid_t> known_;
  std::map<pid_t, Child> held_;
};

}  // namespace nacd::loop
