// The budget of real time in which delays hold a thread. Delays take real time while something outside the process may
// act. They add up: a program of a third of a second that asks a database forty times would be held for twenty seconds.
// Short delays are enough to overtake events that come within milliseconds. Delays that are skipped add up to what may
// be skipped (Clock::Pace).
#pragma once

#include <cstdint>
#include <optional>

#include "loop/engine.h"

namespace nacd::loop {

// Nor may delays keep a program busy that does nothing new. Its timers fire while something is held, which they would
// not do had that come at once: one that rotates a log each 100 ms, for as long as a file is being opened, rotates it
// for minutes of skipped time and never ends.
class Rounds {
 public:
  // Timers fire while something is held.
  void OnTimers() { count_++; }
  // The program has done so many new things.
  void OnNews(uint64_t news) {
    if (news != news_) count_ = 0;
    news_ = news;
  }
  // The factor by which delays are shortened.
  double Pace() const;

 private:
  uint64_t count_ = 0;  // since the program has done something new
  uint64_t news_ = 0;
};

// Belongs to one loop's thread. The pace is the factor by which later delays are shortened, 1 or less.
class Budget {
 public:
  explicit Budget(const EngineOptions& options);

  // Takes `ns` of real time that passed while something was held. Returns the pace if it is another than before.
  std::optional<double> Spend(int64_t ns);
  Rounds& rounds() { return rounds_; }

 private:
  double Pace() const;

  bool virtual_clock_;
  int64_t all_ns_;   // kNever: without end
  int64_t left_ns_;  // below 0: that much more was spent, at most the budget again
  double pace_ = 1;  // as last returned
  Rounds rounds_;
};

// The real time for which one thread may wait with nothing held, where nothing outside the process can end the wait. A
// run without delays shows how long the program waits by itself. What is more comes from the order of a delayed run: a
// server waits half a minute for a connection that was not idle yet when the idle ones were closed.
// Nobody knows the run without delays of a single run. If that runs tests, it may wait for as long as all else in it
// has taken. Any other program, such as a server with an interval, keeps its waiting.
class OwnWaits {
 public:
  explicit OwnWaits(const EngineOptions& options);

  bool spent() const;
  // When a wait until `until` that begins now is to be looked at again, both in virtual nanoseconds.
  int64_t Until(int64_t until) const;
  void Spend(int64_t ns) { spent_ns_ += ns; }

 private:
  int64_t LeftNs() const;

  int64_t all_ns_;      // kNever: without end, unless it follows the rest of the run
  bool follows_;        // the run runs tests, and has no bound of its own
  int64_t started_ns_;  // real
  int64_t spent_ns_ = 0;
};

}  // namespace nacd::loop
