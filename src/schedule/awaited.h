// Keeps the events that held operations wait for. A constraint `e -> p` of a schedule holds p until e has happened; the
// delay of p bounds the hold. A file in a shared folder announces an event to other processes and threads.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "operation/operation.h"

namespace nacd::schedule {

// Belongs to one loop's thread.
class Awaited {
 public:
  // The process or thread that this is, as schedules name it ("0.1t2"), and the folder for announcements.
  void SetPlace(std::string place, std::string folder);
  const std::string& place() const { return place_; }

  // Returns what tells when all of `events` have happened, for the operation `held` (its phase and name). It stays
  // where it is.
  const AwaitedEvents* Add(std::string held, std::vector<std::string> events, double most_ms);
  // Returns those with this number, or null.
  const AwaitedEvents* Of(uint32_t number) const {
    return number >= 1 && number <= all_.size() ? &all_[number - 1] : nullptr;
  }
  // Called whenever something that was waited for is over.
  void set_on_opening(std::function<void()> on_opening) { on_opening_ = std::move(on_opening); }
  const std::function<void()>& on_opening() const { return on_opening_; }
  // Another place waits for `event`, "0.1 timer NAME".
  void Announce(const std::string& event);
  // The event that is called `name` in the schedule is `actual` in this run.
  void Named(std::string_view name, std::string_view actual, Phase phase);
  // The operation that waits for these is held from now on.
  void Holds(const AwaitedEvents* events);
  // An operation is carried out now, or never will be: nobody waits for it any longer.
  void Over(std::string_view name, Phase phase);
  // Looks whether events of other places have happened.
  void LookElsewhere();
  // True while something that is held waits for an event of another place.
  bool waits_elsewhere() const;
  bool any() const { return !waiting_.empty() || !announced_.empty() || !elsewhere_.empty(); }
  // Grows whenever something that was waited for is over.
  uint64_t openings() const { return openings_; }

 private:
  struct Elsewhere {
    std::string file;
    AwaitedEvents* events;
  };
  bool IsHere(std::string_view event) const;
  std::string FileOf(std::string_view event) const;
  void Forget(const AwaitedEvents* events);
  void Opened();

  std::string place_ = "0";
  std::string folder_;
  std::deque<AwaitedEvents> all_;
  std::unordered_map<std::string, std::vector<AwaitedEvents*>> waiting_;  // by phase and name
  std::unordered_map<std::string, AwaitedEvents*> held_by_;               // by the phase and name of what is held
  std::unordered_map<std::string, std::string> announced_;                // by phase and name: the file
  std::vector<Elsewhere> elsewhere_;
  std::string key_;
  uint64_t openings_ = 0;
  std::function<void()> on_opening_;
};

}  // namespace nacd::schedule
