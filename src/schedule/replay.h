// Finds the delays of a schedule file again in another run of the program.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "names/name.h"
#include "operation/operation.h"
#include "schedule/awaited.h"
#include "schedule/ranks.h"

namespace nacd::schedule {

// A delay of a schedule file. `tier` and `nth` are for an operation whose name has chance in it: it is then the `nth`
// of its phase, from 1, that has the same names::FormOf() by this tier. `rank` says in which order the delayed
// operations of the failing run's process were carried out, from 1; 0: not known. See Ranks for those that come late.
// `until`, of a stall: what came during it in the failing run, each as "timer NAME" or with another phase; of another
// delay: the last timer that fired during it.
struct ReplayedDelay {
  std::string name;
  Phase phase = Phase::kCallback;
  double ms = 0;
  names::Tier tier = names::Tier::kName;
  uint32_t nth = 0;
  std::string parent;  // of tier kParent: FormOf() of the parent by kSite
  uint32_t rank = 0;
  uint32_t loop = 0;  // the process or thread that has this rank, by a number of the schedule's own
  std::vector<std::string> until;
  bool before_end = false;         // of a child's output: it came before the child's end
  bool at_once = false;            // nothing else ran between the operation of the rank before and this one
  std::vector<std::string> after;  // the delay ends when these have happened, each as its phase and name
};

// An event that a constraint waits for, whose name has chance in it: as of ReplayedDelay it is the `nth` of its form.
struct ReplayedEvent {
  std::string name;
  Phase phase = Phase::kCallback;
  names::Tier tier = names::Tier::kSite;
  uint32_t nth = 0;
  std::string parent;
};

// Belongs to one loop's thread, as its scheduler does.
class Replay {
 public:
  void Add(ReplayedDelay delay);
  void Add(std::string_view name, Phase phase, double ms) { Add({std::string(name), phase, ms}); }
  // The event is one of this place, and is called like that in the lists of events of delays.
  void Add(const ReplayedEvent& event);
  // Must be called for each operation in mode replay, in the order in which they come, before it is carried out: it may
  // be an event that is known by its form only.
  void Notice(const Operation& operation);
  // Returns the delay of `operation`, or no delay where the schedule has none for it. A name decides before a tier
  // does. A delay is given to one operation only. Must be called for each operation, in the order in which they come.
  // It counts the operation, unless that is a stall. `now_ms` is the loop's time. Operations with ranks that wait at
  // the same time become due in the order of their ranks: one that comes late, because the machine is slow, waits for
  // less time or more than its schedule says.
  Decision Find(const Operation& operation, double now_ms = 0);
  // See Ranks.
  void SetTimers(Ranks::LastDueMs last_due_ms) { ranks_.SetTimers(std::move(last_due_ms)); }
  // Counts a stall, which a trace has only where something could come meanwhile: then it is recorded, once.
  void Count(const Operation& stall);
  size_t size() const { return delays_.size(); }
  // True if it delays a stall.
  bool stalls() const { return stalls_; }
  // See Awaited.
  Awaited& awaited() { return awaited_; }
  const Awaited& awaited() const { return awaited_; }
  // True if Find() needs the time.
  bool ranked() const { return ranked_; }

 private:
  struct Form {
    std::unordered_map<uint32_t, size_t> delays;  // by `nth`: indexes
    uint32_t count = 0;
    std::string last;  // an operation that is asked for twice counts once
  };
  struct EventForm {
    std::unordered_map<uint32_t, std::string> events;  // by `nth`: names
    uint32_t count = 0;
    std::string last;
  };
  struct Entry {
    double ms;
    Ranks::Place place;
    std::string taker;  // the operation that got the delay
    std::vector<std::string> until;
    bool before_end = false;
    const AwaitedEvents* after = nullptr;
  };

  Form* FormOf(const Operation& operation, names::Tier tier);
  size_t ByTier(const Operation& operation, names::Tier tier);
  static void CountIn(Form* form, std::string_view name);
  std::string_view ParentOf(std::string_view name);
  void Remember(std::string_view name);
  Decision Give(size_t index, std::string_view name, double now_ms);
  double InOrder(Ranks::Place place, double ms, double now_ms);

  std::vector<Entry> delays_;
  std::unordered_map<std::string, size_t> names_;           // key: phase and name
  std::unordered_map<std::string, Form> forms_;             // key: tier, phase and form
  std::unordered_map<std::string, EventForm> event_forms_;  // the same keys
  std::unordered_map<uint32_t, std::string> parents_;       // by DigitsOf() a name: its form by kSite
  std::map<uint32_t, double> due_;  // by rank: when those that wait are due. The times grow with the ranks
  Ranks ranks_;
  Awaited awaited_;
  bool ranked_ = false;
  bool stalls_ = false;
  bool uses_[4] = {};       // by tier: if any delay needs it
  bool awaits_by_[4] = {};  // the same for events
};

}  // namespace nacd::schedule
