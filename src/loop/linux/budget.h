// The budget of real time in which delays hold a thread. Delays take real time while something outside the process may
// act. They add up: a program of a third of a second that asks a database forty times would be held for twenty seconds.
// Short delays are enough to overtake events that come within milliseconds. Delays that are skipped add up to what may
// be skipped (Clock::Pace).
#pragma once

#include <cstdint>
#include <optional>

#include "loop/engine.h"

namespace nacd::loop {

// Belongs to one loop's thread. The pace is the factor by which later delays are shortened, 1 or less.
class Budget {
 public:
  explicit Budget(const EngineOptions& options);

  // Takes `ns` of real time that passed while something was held. Returns the pace if it is another than before.
  std::optional<double> Spend(int64_t ns);

 private:
  double Pace() const;

  bool virtual_clock_;
  int64_t all_ns_;   // kNever: without end
  int64_t left_ns_;  // below 0: that much more was spent, at most the budget again
  double pace_ = 1;  // as last returned
};

// The real time for which one thread may wait with nothing held, where nothing outside the process can end the wait. A
// run without delays shows how long the program waits by itself. What is more comes from the order of a delayed run: a
// server waits half a minute for a connection that was not idle yet when the idle ones were closed.
class OwnWaits {
 public:
  explicit OwnWaits(const EngineOptions& options);

  bool spent() const { return left_ns_ <= 0; }
  // When a wait until `until` that begins now is to be looked at again, both in virtual nanoseconds.
  int64_t Until(int64_t until) const;
  void Spend(int64_t ns);

 private:
  int64_t left_ns_;  // kNever: without end
};

}  // namespace nacd::loop
