// Stalls before timers that are due: which timer a stall belongs to, and how long it is. With chance, the next timer
// falls due meanwhile; in a replay, those that fired together in the failing run. Makes none itself (stalling.cc).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "schedule/scheduler.h"

namespace nacd::loop {

// The end of a stall's name: it is before what the rest names.
inline constexpr char kBefore[] = "/before#1";

// The stall of that name. For a decision the name is enough; reading it costs as much.
inline schedule::Operation StallNamed(std::string_view name) {
  return {.name = name, .phase = schedule::Phase::kStall};
}

// Belongs to one loop's thread. All times are milliseconds on the loop's clock.
class TimerStalls {
 public:
  struct Stall {
    std::string name;  // "TIMER/before#1"
    schedule::StallDecision decision;
    bool for_others = false;  // no other timer is near: something else comes first
  };

  // `scheduler` must outlive this.
  explicit TimerStalls(schedule::Scheduler* scheduler) : scheduler_(scheduler) {}

  // A poll of the loop begins, or the callback that has set a timer is over: another stall may be made.
  void Begin() { made_ = false; }

  // The loop's next timers, due at `due_ms` as libuv rounds it, are due in `now_ms`, and nothing else has come.
  // `holding`: events are held. `more`: something else than a timer may come during a stall. Returns the decision about
  // a stall; none: there is nothing that it could be for, or a stall was replayed in this poll.
  std::optional<Stall> Choose(double due_ms, double now_ms, bool holding, bool more);

  // Returns the stall that the replayed schedule has before a timer that is due from `due_ms`, the loop's next one, to
  // `now_ms`. A slow machine finds a timer due together with others that were due before it, so the thread is not run
  // before all of them then. Each stall is replayed once, and one in a poll.
  std::optional<Stall> Replayed(double due_ms, double now_ms);

 private:
  schedule::Scheduler* scheduler_;
  bool made_ = false;                         // a replayed one, in this poll
  std::unordered_set<std::string> replayed_;  // by name
};

}  // namespace nacd::loop
