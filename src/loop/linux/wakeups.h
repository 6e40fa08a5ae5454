// Wake-ups by other threads: messages on ports between workers, and calls from addons' threads. libuv wakes the loop
// through one descriptor for all of them and then checks which handles are pending; some are held here for a while.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "loop/linux/clock.h"
#include "loop/linux/names.h"
#include "loop/linux/uv_internals.h"
#include "schedule/hold.h"
#include "schedule/scheduler.h"

namespace nacd::loop {

// All on the loop's thread. Another thread may be slow, so holding its messages is legal; messages of this thread to
// itself are never held. Handles made before this object are Node's own; only gates hold some of these.
class Wakeups {
 public:
  Wakeups(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names);
  ~Wakeups() { BeforePoll(); }

  // Puts the handles that Take() removed back into libuv's list.
  void BeforePoll();
  // Call before libuv checks its handles: decides about each pending one, and hides those that are held.
  void Take(int64_t now);
  // Called when this thread has woken its own loop.
  void OnOwnSend();
  // Wakes the loop for handles that are due. Returns whether there were any.
  bool Release(int64_t now);
  void ReleaseSoon();
  // Called when gates have opened.
  void GoThroughGates(int64_t now);
  void ReturnAll();
  int64_t NextDue() const { return next_due_; }
  bool holding() const { return held_ > 0; }
  // True if the message `name` ("message#1/ready#2") may still come.
  bool IsAwaited(std::string_view name);
  void Dump(std::string* out) const;

 private:
  struct Handle {
    std::optional<schedule::Hold> hold;  // while it is held
    bool released = false;               // its hold has ended: no further decision
    bool may_delay = false;              // false: only gates hold it
    bool own = false;                    // this thread has woken it
    uint32_t events = 0;                 // how many were delivered
    std::string origin;
    uint64_t seen = 0;
    bool machinery = false;   // a test runner's own port: see Operation
    bool of_program = false;  // created by code under test, or has kept the loop alive
  };

  bool IsSeen(uv_async_t* async) const;
  bool MayDelay(uv_async_t* async, Handle* handle) const;
  void LearnOwners();
  void NameNew();
  bool IsOurs(uv_async_t* async) const { return node_.count(async) == 0; }
  void Each(const std::function<void(uv_async_t*)>& visit);
  void PutAside(uv_async_t* async);
  schedule::Decision Decide(const Handle& handle, const schedule::Operation& operation, int64_t now);
  bool MayPass(Handle* handle, int64_t now);
  void ForgetClosed();
  // Keeps held_, at_gates_ and next_due_ in step with handles_.
  void Count();

  uv_loop_t* loop_;
  schedule::Scheduler* scheduler_;
  Names* names_;
  uv::Link aside_;  // handles that libuv does not see until the next poll
  std::unordered_set<uv_async_t*> node_;
  std::unordered_map<uv_async_t*, Handle> handles_;
  size_t held_ = 0;
  size_t at_gates_ = 0;  // of these
  int64_t next_due_ = kNever;
  uint64_t round_ = 0;
  bool users_ = false;      // a message to code under test was delivered; it may have carried ports
  bool releasing_ = false;  // wake-ups sent meanwhile say nothing about other handles
};

}  // namespace nacd::loop
