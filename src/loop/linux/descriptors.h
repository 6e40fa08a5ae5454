// The ready descriptors of one loop: holds some for a while, and shuffles the others.
#pragma once

#include <sys/epoll.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "loop/linux/at_once.h"
#include "loop/linux/clock.h"
#include "loop/linux/datagrams.h"
#include "loop/linux/names.h"
#include "loop/linux/sends.h"
#include "loop/linux/uv_internals.h"
#include "schedule/hold.h"
#include "schedule/scheduler.h"

namespace nacd::loop {

// Returns true if this process is a test runner's worker and `fd` is its channel to the parent.
bool IsRunnersChannel(const uv_loop_t* loop, int fd, bool in_runner);

// A held descriptor stays registered. Before the loop sleeps it is made edge-triggered: epoll reports its readiness
// once more and then no longer. (Taking it out instead would have libuv abort when it changes the events it wants: it
// may do that through io_uring, which cannot be intercepted.) When due it becomes level-triggered again, as libuv left
// it.
class Descriptors {
 public:
  // `keeps_order`: ready descriptors come in the order of the system; otherwise they are shuffled.
  Descriptors(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names, bool keeps_order);

  // Decides about the `count` ready descriptors. Returns the index of the one to show to libuv now; -1: none. They are
  // delivered one at a time, so that the operations a callback submits can be attributed to it, and other callbacks
  // can run in between.
  // `all`: as many as one turn of the loop allows follow through ChooseMore().
  int Choose(const epoll_event* ready, int count, int64_t now, bool all);
  // Returns the name of the first event among the `count` ready descriptors that is not held; empty if none has a
  // name.
  std::string NextName(const epoll_event* ready, int count);
  // Another one of those that Choose() found, for the same turn of the loop. False: no more this turn. These are all
  // that show at once what this process does (at_once.h), then one of the others, and a batch (batch.h): one a turn
  // would put the last of a thousand connections off by a thousand turns, and a turn may be expensive.
  bool ChooseMore(epoll_event* event);
  // The same, but only for those that are ready as soon as this process acts (at_once.h).
  bool ChooseAtOnce(epoll_event* event);
  bool has_batch() const { return !batch_.empty(); }
  void EndTurn() { batch_.clear(); }
  // Called when the last poll brought something, or timers were due after it. Events held from now on are newer than
  // that.
  void NextPoll() { poll_++; }
  // Called when libuv sees `fd`. Choose() does this itself for the one that it returns.
  void Delivered(int fd);
  // Releases the descriptors that are due. Returns whether this changes what a poll reports.
  bool Release(int64_t now);
  // Called before the loop sleeps: held descriptors must not wake it.
  void BeforeSleep();
  // True if one of the `count` events belongs to a descriptor that is not held yet.
  bool HasNews(const epoll_event* ready, int count) const;
  // Called when gates have opened.
  void GoThroughGates(int64_t now);
  // Forgets `fd`, because libuv stops watching it or it is closed. It is then no longer held.
  void Forget(int fd);
  void ReleaseSoon();
  void ReturnAll();
  int64_t NextDue() const { return std::min({held_ > 0 ? next_due_ : kNever, datagrams_.NextDue(), sends_.NextDue()}); }
  bool holding() const { return held_ > 0 || datagrams_.holding() || sends_.holding(); }
  // True if a signal has arrived that libuv has not seen yet.
  bool holds_signal() const;
  // Appends the sockets with due datagrams to the `count` events. Returns the new count, at most `capacity`.
  int AddDatagrams(epoll_event* events, int count, int capacity) const;
  Datagrams& datagrams() { return datagrams_; }
  Sends& sends() { return sends_; }
  const Sends& sends() const { return sends_; }
  // True if the event `name` of a descriptor ("connect#1/ready#2") may still come.
  bool IsAwaited(std::string_view name);
  void Dump(std::string* out) const;

 private:
  struct Watched {
    uv::Kind kind = uv::Kind::kUnknown;
    Cause cause = Cause::kOthers;
    std::optional<schedule::Hold> hold;  // while it is held
    bool armed = false;                  // edge-triggered, because it is held
    bool admitted = false;               // decided about, and waits for its turn
    bool at_once = false;                // not decided about, since it cannot be held
    uint32_t events = 0;                 // how many it has delivered
    bool ahead = false;                  // a child's output that came before the signal which is there now: once
    size_t waved = 0;                    // of a listener: how many more clients waited at its last accept
    uint64_t round = 0;                  // it is ready and waits for its turn in this round; 0: it does not wait
    uint64_t poll = 0;                   // during which it was held
    bool before_end = false;             // see schedule::Decision
    std::string origin;
    bool datagrams = false;  // its datagrams are decided about, not the descriptor
    bool machinery = false;  // see Operation
  };

  struct Candidate {
    epoll_event event;
    int index;
    uint64_t round;
    double position;
    bool at_once = false;
  };

  static bool MayBeHeld(uv::Kind kind);
  static const char* ApiOf(uv::Kind datagrams);
  static std::string EventName(const Watched& watched, uint32_t count);
  Watched& Find(int fd);
  static bool IsWaved(Watched* watched);
  void WaveOthers(int fd, Watched* accepting) const;
  void AdmitAtOnce(Watched* watched, const schedule::Operation& operation);
  // True if `fd` should not be held now.
  bool Admit(const epoll_event& event, Watched* watched, int64_t now);
  bool AdmitDatagrams(const epoll_event& event, Watched* watched, int64_t now);
  void AdmitAll(const epoll_event* ready, int count, int64_t now);
  void Arm(int fd, Watched* watched, bool edge_triggered);
  static bool IsHeldOutput(int fd, const Watched& watched);
  bool IsRareCase(const Watched& watched) const;
  void ReleaseSoon(Watched* watched);
  void ReleaseChildOutput();
  void SetAhead(Watched* delivered);
  double Position(int index, int fd, const Watched& watched) const;
  static bool IsBefore(const Candidate& one, const Candidate& other);
  size_t Collect(const epoll_event* ready, int count, int64_t now);
  void KeepOne(size_t output, int64_t now, bool all);
  void KeepAtOnce();
  void KeepBatch(size_t first, bool all);  // of the candidates, with the first one
  bool TakeNext(epoll_event* event);
  bool HoldSignal(int fd, int64_t now);
  void Deliver(const Candidate& candidate);

  uv_loop_t* loop_;
  schedule::Scheduler* scheduler_;
  Names* names_;
  Datagrams datagrams_;
  Sends sends_;
  bool keeps_order_;
  bool by_chance_;  // no order is sought
  bool ends_wait_;
  std::unordered_map<int, Watched> watched_;
  std::vector<epoll_event> undecided_;  // of those that are ready now
  std::vector<Candidate> candidates_;
  std::vector<Candidate> at_once_;  // of those that are ready now
  std::vector<Candidate> batch_;    // come in this turn of the loop too; the next one is the last
  uint64_t poll_ = 0;               // of those that brought something
  std::vector<int> unarmed_;        // held since the loop last slept
  size_t held_ = 0;
  int64_t next_due_ = kNever;
  // A descriptor that is found ready waits for the round after this one, and each round is delivered to its end:
  // shuffling delays none for longer than a turn of libuv's loop would.
  uint64_t round_ = 0;
};

}  // namespace nacd::loop
