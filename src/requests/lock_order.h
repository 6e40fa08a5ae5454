// Two flows that lock the same rows in opposite order, each in one transaction: a deadlock, which the database ends by
// an error of one of both.
#pragma once

#include <vector>

#include "requests/conflicts.h"
#include "requests/flows.h"
#include "requests/interleaving.h"
#include "requests/recording.h"

namespace nacd::requests {

// An order in which A is held before its second lock until B waits for its first one.
struct LockWindow {
  Conflict first;   // A's first lock, for which B waits
  Conflict second;  // A's second lock, which B has
  Window window;    // points at both
};

class LockOrder {
 public:
  LockOrder(const Recording& recording, const Flows& flows);

  // Returns whether `a` and `b`, which are whole flows, deadlock if `a` is held, and sets `found`. `judge` knows the
  // other locks of both.
  bool Find(uint32_t a, uint32_t b, Interleaving* judge, LockWindow* found);

  // Returns how many effects were compared so far: the work that this was.
  uint64_t compared() const { return compared_; }

 private:
  // A row that an operation locks until its transaction ends.
  struct Take {
    uint32_t position;
    uint32_t transaction;
    const Effect* effect;
  };
  struct Meeting {
    const Take* first;  // of A
    const Take* second;
  };

  void Collect(const Flow& flow);
  bool SetMeetings(uint32_t a, uint32_t b);
  uint32_t FirstWait(const Flow& a, uint32_t hold, uint32_t cut) const;
  bool IsOpen(const Flow& a, uint32_t transaction, uint32_t hold) const;
  bool FindAt(const Meeting& held, uint32_t cut, LockWindow* found) const;

  const Recording& recording_;
  const Flows& flows_;
  std::vector<Take> takes_;
  std::vector<Range> of_flow_;  // in takes_
  std::vector<Meeting> meetings_;
  uint64_t compared_ = 0;
};

}  // namespace nacd::requests
