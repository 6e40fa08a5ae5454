// Carries out one decision: an operation is held until a point in time, or until its gates are open. Everything that
// delays operations keeps a Hold for each and asks it when to go on, so a decision means the same everywhere.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "operation/operation.h"
#include "schedule/gates.h"
#include "schedule/ranks.h"
#include "schedule/time.h"

namespace nacd::schedule {

// Times are nanoseconds of any clock, the same for all calls. Belongs to the thread of its gates.
class Hold {
 public:
  // Holds nothing.
  Hold() = default;
  // Holds an operation, from `now_ns` on, as `decision` says. An operation with a ticket arrives at its gates; a
  // barrier may open by that. `gates` may be null where no decision has a ticket.
  Hold(const Decision& decision, int64_t now_ns, Gates* gates);

  bool IsDue(int64_t now_ns) { return Due(now_ns) <= now_ns; }
  // kNever while gates are closed.
  int64_t due_ns() const { return due_ns_; }
  // The same at `now_ns`. One that is due and has a rank waits on for those of lower rank, and for the timers that
  // fired before it in the failing run.
  int64_t Due(int64_t now_ns);
  bool at_gates() const { return ticket_ != 0; }
  // Makes the operation due at `now_ns` if it waits at gates, or for events, and these have opened or happened since.
  // Returns whether it did.
  bool GoThrough(const Gates& gates, int64_t now_ns);
  // Makes the operation due at once, also where its gates are closed.
  void Release();
  // The same for an operation that cannot wait any longer: if it waits at gates, their report says `why`.
  void GiveUp(Gates* gates, const std::string& why);
  // "due in 3 ms" or "at a closed gate".
  std::string Text(int64_t now_ns) const;

 private:
  int64_t due_ns_ = 0;
  Ticket ticket_ = 0;
  const AwaitedEvents* after_ = nullptr;  // the hold is over when these have happened
  Ranks* ranks_ = nullptr;
  Ranks::Place place_;
  const std::vector<std::string>* timers_ = nullptr;
  int64_t timers_since_ns_ = 0;  // when the operation was due without them
};

// Returns `decision` for an operation that gates cannot hold: it loses its ticket, and the gates' report says why.
Decision RefuseGates(const Decision& decision, Gates* gates, const std::string& why);

}  // namespace nacd::schedule
