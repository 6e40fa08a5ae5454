// Last in, first out: the first completion of a group waits for the longest delay, each later one is due before all
// those that wait. It turns orders round that a random delay seldom does. Looks at the
// order of operations, not only at their names: the same seed repeats a run as far as that order does.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "schedule/strategies/late_others.h"
#include "schedule/strategy.h"

namespace nacd::schedule {

class Reverse : public Strategy {
 public:
  // When operations of all threads of a process are due.
  class Threads {
   public:
    void Add(double due_ms, double now_ms);
    // Returns the earliest that is later than `now_ms`, or `now_ms`.
    double NextAfter(double now_ms);

   private:
    std::mutex mutex_;
    std::vector<double> due_;
  };

  explicit Reverse(const Options& options, std::shared_ptr<Threads> threads = std::make_shared<Threads>());
  Decision Decide(const Operation& operation, double now_ms) override;
  void Refused() override;

 private:
  bool Begins(const Operation& operation, bool follows) const;
  bool Follows(const Operation& operation);
  bool IsHeld(const Operation& operation) const;
  bool IsAnswer(const Operation& operation) const;
  bool IsFirstLook(std::string_view name);
  double LastDue(const Operation& operation, double now_ms);

  Options options_;
  LateOthers late_others_;
  double share_;   // of the time that is left to those that wait, which a later one waits
  double starts_;  // of the tasks of the worker pool, which are held at their start; 2: those that change something
  int following_;  // only a task that follows from another operation begins a group; 2: a task of another call
  int tasks_;      // only tasks of the worker pool are held, where their effect is late; 2: changes begin a group;
                   // 4: so does one that follows from what has come
  bool answers_;   // with them what comes to a client after it has connected, and children's output
  struct Call {
    uint64_t task;  // the first one's hash
    bool follows;   // was made after something had come
  };
  std::unordered_map<uint64_t, Call> calls_;  // by their hashes
  std::unordered_set<uint64_t> looks_;        // of calls that were held, with looks alone
  bool came_ = false;                         // an event, a task or a timer of the program
  std::vector<double> due_;                   // of those that wait, the earliest last
  bool waits_ = false;                        // the last one that was decided about is among them
  std::shared_ptr<Threads> threads_;
};

}  // namespace nacd::schedule
