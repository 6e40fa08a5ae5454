// Stalls: the main thread is not run for a while, as when the system gives its processor to others. More becomes ready
// meanwhile, so it comes before immediates, closing callbacks and timers that would have come first. Here are the
// places that are known by name, and chance's decisions about them; the loop engine carries them out
// (src/loop/linux/stalling.cc).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "operation/operation.h"
#include "schedule/options.h"

namespace nacd::schedule {

// Places of stalls: before a worker's first line, after a timer was set, before timers that are due, before immediates
// or closing callbacks, and before an event that is ready.
enum class StallPlace { kStart, kAfterTimer, kBeforeTimers, kBeforeImmediates, kBeforeEvent };

// Belongs to one loop's thread.
class Stalls {
 public:
  explicit Stalls(const Options& options);

  // Returns the decision about a stall, an operation of the phase kStall. Chance decides by seed, name and place alone.
  // A strategy that reverses events stalls at every other place of a kind (with a share of one half), in the order of
  // the run.
  Decision Decide(const Operation& operation, StallPlace place);
  // True if what comes during a stall before immediates shall not be held after it: it would not come before them.
  bool passes() const { return reverses_; }
  // False if chance makes no stall.
  bool possible() const { return probability_ > 0 && longest_ms_ >= 1; }
  // Milliseconds of the longest stall.
  double longest_ms() const { return longest_ms_; }
  // The longest time between two timers that a stall may bring together, in milliseconds. `holding`: events are held,
  // and a longer stall would undo their order.
  double longest_gap_ms(bool holding) const;

  // The loop engine carries stalls out from now on: `after_timer` is called where a timer was set, with its name and
  // its time in milliseconds, and returns whether the thread shall stall after that. `stall` has it do so. Empty: no
  // longer. `next_due_ms` returns when the loop's next timer is due: a timer that was due before then has fired, and
  // others have not, however late it is. Without it, all that were due have.
  using AfterTimer = std::function<bool(std::string_view name, double ms)>;
  void Attend(AfterTimer after_timer, std::function<void()> stall, std::function<double()> next_due_ms = {}) {
    after_timer_ = std::move(after_timer);
    stall_ = std::move(stall);
    next_due_ms_ = std::move(next_due_ms);
  }
  // True if places have to be named. Hooks may skip all work else.
  bool on() const { return after_timer_ != nullptr; }

  // A timer was set at `now_ms` on the loop's clock, to fire after `ms`. `id` is for TimerGone(); 0: it cannot be
  // cleared. Returns whether the thread shall stall: call StallNow() before the loop looks at its timers again. Not
  // before all timers of the running callback are set: to set two at once and have them come by their time is no bet.
  bool TimerSet(uint64_t id, std::string_view name, double now_ms, double ms);
  void StallNow() {
    if (stall_) stall_();
  }
  // False if TimerGone() has nothing to do.
  bool knows_timers() const { return !by_id_.empty(); }
  // A timer was cleared. Unknown ones are ignored. Nobody tells when one fires: its time says so.
  void TimerGone(uint64_t id);
  // Returns when the next timer after `now_ms` is due, on the loop's clock; infinity: none is known here.
  double NextTimerMs(double now_ms) const;
  // Looks at the timers that are due from `due_ms` on, which is when the loop's next timer is due. Returns the name of
  // the first one, and when the next later one is due; infinity: there is none. Forgets timers that were due before:
  // they have fired.
  std::pair<std::string_view, double> NextTwo(double due_ms);

  // The timers that are due from `from_ms` to `to_ms`, first come first, by time and name. Forgets those before.
  std::vector<std::pair<double, std::string>> DueWithin(double from_ms, double to_ms);
  // When the last of the timers "timer NAME" in `until` is due, on the loop's clock; minus infinity: none is known
  // here.
  double LastDueMs(const std::vector<std::string>& until) const;

  // The first immediate of a turn was set. TakeImmediate() returns its name, once; empty: none was set by the program.
  bool wants_immediate() const { return on() && immediate_.empty(); }
  void ImmediateSet(std::string name) { immediate_ = std::move(name); }
  std::string TakeImmediate() { return std::exchange(immediate_, {}); }
  const std::string& immediate() const { return immediate_; }

 private:
  struct Timer {
    uint64_t id;
    std::string name;
  };
  using Due = std::multimap<double, Timer>;  // by the time when each is due
  void ForgetBefore(double ms);
  Decision InTurn(StallPlace place);

  Options options_;
  double probability_;
  bool reverses_;
  std::map<StallPlace, uint64_t> places_;  // of each kind: how many there were
  double longest_ms_;
  AfterTimer after_timer_;
  std::function<void()> stall_;
  std::function<double()> next_due_ms_;
  Due timers_;
  std::unordered_map<uint64_t, Due::iterator> by_id_;
  std::string immediate_;
};

}  // namespace nacd::schedule
