// Decides about each operation of one environment (a main thread or a worker), and traces each decision.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "operation/operation.h"
#include "schedule/gates.h"
#include "schedule/hot_sites.h"
#include "schedule/limit_budget.h"
#include "schedule/options.h"
#include "schedule/replay.h"
#include "schedule/stalls.h"
#include "schedule/strategy.h"
#include "trace/writer.h"

namespace nacd::schedule {

// A decision about a stall.
struct StallDecision : Decision {
  bool replayed = false;  // the schedule that is replayed says so, not chance
};

// Belongs to one loop's thread; nothing here is shared between threads.
class Scheduler {
 public:
  // `strategy` may be null in the modes kNever and kReplay. `trace` may be null: no trace; it must outlive this.
  Scheduler(Options options, std::unique_ptr<Strategy> strategy, trace::Writer* trace);

  const Options& options() const { return options_; }
  // False when nothing needs a name: no operation can be delayed and none is written down. Callers skip all work then.
  bool needs_names() const { return needs_names_ || gates_.any(); }
  // False where no operation will be delayed, unless gates are set.
  bool may_delay() const { return options_.mode != Mode::kNever || gates_.any(); }
  bool tracing() const { return trace_ != nullptr; }
  // True if a trace or gates need operations: then RecordRun() and RecordCancel() have to be called.
  bool watching() const { return trace_ != nullptr || gates_.any() || replay_.awaited().any(); }
  Gates& gates() { return gates_; }
  LimitBudget& limits() { return limits_; }
  Stalls& stalls() { return stalls_; }
  // True if the thread may stall, or if the trace of a replay or of a run without delays shall say where it could.
  bool may_stall() const;

  // True if a schedule that is replayed has stalls.
  bool replays_stalls() const { return options_.mode == Mode::kReplay && replay_.stalls(); }

  // From now on (`now_ms` as in Decide) the strategy's delays are `pace` times as long as it says, and its time passes
  // as much faster. Gates and replayed delays stay as they are. 1: as it says.
  void SetPace(double pace, double now_ms);

  void SetReplay(Replay replay);

  // How many things the program has done for the first time, as far as delays were chosen by chance: operations of a
  // call site, limits that began.
  uint64_t news() const { return sites_.size() + limits_.begun(); }

  // True if decisions may depend on the loop's time; else any time will do.
  bool asks_time() const { return strategy_ != nullptr || replay_.ranked(); }

  // Decides about `operation` and traces the decision. `now_ms` is the loop's time.
  Decision Decide(const Operation& operation, double now_ms);
  // The same for a stall, but only the decision. `least_ms`: at a timer's place, the milliseconds until the timer that
  // the stall is for is due; a stall of chance is no shorter. A replayed one is as long as its schedule says, or as
  // that where the schedule says some milliseconds less.
  StallDecision ChooseStall(const Operation& operation, StallPlace place, double least_ms = 0);
  // True if stalls that are not made have to be recorded, too: somebody watches, or a replay counts them.
  bool records_stalls() const { return watching() || options_.mode == Mode::kReplay; }
  // From now on the strategy delays nothing, until this is called again with false.
  void set_passing(bool passing) { passing_ = passing; }
  // True if the operation that chance decided about last was not delayed since its place rests (HotSites).
  bool resting() const { return resting_; }
  // True if a schedule that is replayed delays `operation`.
  bool IsReplayed(const Operation& operation) {
    return options_.mode == Mode::kReplay && replay_.Find(operation).delay;
  }
  // The same in two steps, for operations that may turn out to be impossible to delay.
  Decision Choose(const Operation& operation, double now_ms);
  // Asks the gates alone: wait, or no delay.
  Decision AskGates(const Operation& operation);
  void Record(const Operation& operation, const Decision& decision);
  // See trace::Writer.
  void Announce(std::string_view name) {
    if (trace_) trace_->Announce(name);
  }
  void PassOn(std::string_view name) {
    if (trace_) trace_->PassOn(name);
  }
  // Traces that an operation is carried out now, and opens gates that wait for it. `machinery` as in Operation: such an
  // operation is not in the trace.
  void RecordRun(std::string_view name, Phase phase, bool machinery = false);
  // The same for the start of a task that is not delayed, which is not traced.
  void NoteStart(std::string_view name) {
    if (gates_.any()) gates_.Ran(name, Phase::kAction);
    replay_.awaited().Over(name, Phase::kAction);
  }
  // Looks whether what held operations wait for has happened in other processes and threads. Returns whether some wait.
  bool LookElsewhere() {
    if (!replay_.awaited().waits_elsewhere()) return false;
    replay_.awaited().LookElsewhere();
    return replay_.awaited().waits_elsewhere();
  }
  Awaited& awaited() { return replay_.awaited(); }
  // Grows when something that held operations wait for is over: a gate has opened, an event has happened.
  uint64_t openings() const { return gates_.openings() + replay_.awaited().openings(); }
  // Traces that the listener `server` has accepted the connection `name`. Only with a trace.
  void RecordAccepted(std::string_view name, std::string_view server, std::string_view link) {
    trace_->WriteAccepted(name, server, link);
  }
  // Trace that something was sent on the connection `name`, and that it was made. Only with a trace.
  void RecordSent(std::string_view name) { trace_->WriteSent(name); }
  void RecordConnect(std::string_view name, std::string_view link) { trace_->WriteConnect(name, link); }
  // Traces that an operation was cancelled: its timer was cleared.
  void RecordCancel(std::string_view name, Phase phase);

  // The user's call that is running just now (set by the hooks around the original function), so that what the call
  // submits further down (a pool task, a descriptor) can be named after it. Empty: none.
  struct Call {
    std::string_view name;
    bool machinery = false;  // see Operation
  };
  const Call& current_call() const { return current_call_; }
  void set_current_call(const Call& call) { current_call_ = call; }

  // Code under test makes something that other threads can wake, such as a port, in this turn of the loop.
  void NoteMadePorts() { made_ports_ = true; }
  void ForgetMadePorts() { made_ports_ = false; }
  bool made_ports() const { return made_ports_; }

 private:
  void Notice(const Operation& operation);
  // Returns `decision`, or no delay if the limits of the test runner do not allow it.
  Decision WithinLimits(const Decision& decision);
  double StrategyTime(double now_ms) const { return strategy_time_ms_ + (now_ms - paced_since_ms_) / pace_; }

  Options options_;
  std::unique_ptr<Strategy> strategy_;
  trace::Writer* trace_;
  Replay replay_;
  Gates gates_;
  LimitBudget limits_;
  Stalls stalls_;
  HotSites hot_sites_;
  std::unordered_set<size_t> sites_;  // hashes of those that were seen
  bool needs_names_;
  Call current_call_;
  bool made_ports_ = false;
  bool passing_ = false;
  bool resting_ = false;
  double pace_ = 1;
  double paced_since_ms_ = 0;    // of the loop's time
  double strategy_time_ms_ = 0;  // at that time
};

}  // namespace nacd::schedule
