// The ready descriptors of one loop: holds some for a while, and shuffles the others.
#pragma once

#include <sys/epoll.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "loop/clock.h"
#include "loop/names.h"
#include "loop/uv_internals.h"
#include "schedule/scheduler.h"

namespace nacd::loop {

// A held descriptor stays registered, but edge-triggered: epoll tells its readiness once more and is silent then, so a
// real wait can sleep. (Taking it out instead would have libuv abort when it changes the events it wants: it may do
// that through io_uring, where nobody can come between.) When due it becomes level-triggered again, as libuv left it.
class Descriptors {
 public:
  // `degrees_of_freedom`: how far a ready descriptor may move in the list (Node.fz, Table 3); -1: any distance.
  Descriptors(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names, int degrees_of_freedom);

  // Decides about the `count` descriptors that are ready. Returns the index of the one that libuv is to see now, or -1:
  // none. They come one at a time, so that what a callback submits is known to be its consequence, and other callbacks
  // can come between.
  int Choose(const epoll_event* ready, int count, int64_t now);
  // The last poll brought something, or timers were due after it. What is held from now on is newer than that.
  void NextPoll() { poll_++; }
  // libuv sees `fd` now. Choose() says so itself of the one that it returns.
  void Delivered(int fd);
  // Lets those go that are due.
  void Release(int64_t now);
  // Gates have opened: what waited for no other is due.
  void LetGo();
  // Forgets `fd`: libuv stops watching it, or it is closed. It is not held any longer then.
  void Forget(int fd);
  void ReleaseSoon();
  void GiveBack();
  int64_t NextDue() const { return held_ > 0 ? next_due_ : kNever; }
  bool holding() const { return held_ > 0; }
  void Dump(std::string* out) const;

 private:
  struct Watched {
    uv::Kind kind = uv::Kind::kUnknown;
    bool held = false;
    bool admitted = false;  // decided about; waits for its turn
    uint32_t events = 0;    // how many it has delivered
    uint64_t round = 0;     // it is ready and waits for its turn in this round; 0: it does not wait
    int64_t due = 0;
    uint64_t poll = 0;            // during which it was held
    schedule::Ticket ticket = 0;  // held until its gates open; `due` is kNever then
    std::string origin;
  };

  static std::string EventName(const Watched& watched, uint32_t count);
  Watched& Find(int fd);
  // True if `fd` is not to be held now.
  bool Admit(int fd, Watched* watched, int64_t now);
  void AdmitAll(const epoll_event* ready, int count, int64_t now);
  void Arm(int fd, bool edge_triggered);
  void ReleaseChildOutput();
  double Position(int index, int fd, const Watched& watched) const;

  uv_loop_t* loop_;
  schedule::Scheduler* scheduler_;
  Names* names_;
  int degrees_of_freedom_;
  bool newest_first_;
  std::unordered_map<int, Watched> watched_;
  std::vector<int> undecided_;  // of those that are ready now
  uint64_t poll_ = 0;           // of those that brought something
  size_t held_ = 0;
  int64_t next_due_ = kNever;
  // Whoever is found ready waits for the round after this one, and each round is delivered to its end: shuffling puts
  // nobody off for longer than a turn of libuv's loop would.
  uint64_t round_ = 0;
};

}  // namespace nacd::loop
