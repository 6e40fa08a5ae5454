// The budget of real time for which delays may hold a thread. Delays take real time while something outside the
// process may act, and they add up: a program that takes a third of a second and asks a database forty times would be
// held for twenty seconds. Short delays are enough to overtake events that come within milliseconds. Skipped delays
// are limited separately (Clock::Pace).
#pragma once

#include <cstdint>
#include <optional>

#include "loop/engine.h"

namespace nacd::loop {

// Stops delays from keeping a program busy that does nothing new. Its timers fire while something is held, more often
// than they would otherwise. A program that rotates a log every 100 ms until a file is open would rotate it for
// minutes of skipped time and never end.
class Rounds {
 public:
  // Called when timers fire while something is held.
  void OnTimers() { count_++; }
  // `news` counts the new things that the program has done so far.
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

// Belongs to one loop's thread. Later delays are multiplied by the pace, which is at most 1.
class Budget {
 public:
  explicit Budget(const EngineOptions& options);

  // Spends `ns` of real time that passed while something was held. Returns the pace if it has changed.
  std::optional<double> Spend(int64_t ns);
  Rounds& rounds() { return rounds_; }

 private:
  double Pace() const;

  bool virtual_clock_;
  int64_t all_ns_;   // kNever: without end
  int64_t left_ns_;  // below 0: overspent, at most by the budget again
  double pace_ = 1;  // as last returned
  Rounds rounds_;
};

// Limits the real time for which a thread may wait while nothing is held and nothing outside the process can end the
// wait. A run without delays shows how long the program waits by itself. Longer waits come from the order of the
// delayed run: for example, a server waits half a minute for a connection that was not idle yet when the idle ones
// were closed.
// A single run has no run without delays to compare with. If it runs tests, it may wait for as long as everything else
// in it has taken. Any other program, such as a server with an interval, is not limited.
class OwnWaits {
 public:
  explicit OwnWaits(const EngineOptions& options);

  bool spent() const;
  // Returns when to look again at a wait that begins now and lasts until `until`. Both are virtual nanoseconds.
  int64_t Until(int64_t until) const;
  void Spend(int64_t ns) { spent_ns_ += ns; }

 private:
  int64_t LeftNs() const;

  int64_t all_ns_;      // kNever: no limit, unless `follows_`
  bool follows_;        // the run runs tests and sets no limit, so the limit follows the rest of the run
  int64_t started_ns_;  // real
  int64_t spent_ns_ = 0;
};

}  // namespace nacd::loop
