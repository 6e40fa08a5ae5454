// Last in, first out: the first completion of a group waits for the longest delay, and each later one is due before all
// those that wait. This turns orders round that a random delay seldom does. A task of the worker pool is late where its
// effect is late. The strategy looks at the order of operations, not only at their names: the same seed repeats a run
// as far as that order does.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

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
  bool Begins(const Operation& operation) const;
  double LastDue(const Operation& operation, double now_ms);

  Options options_;
  std::vector<double> due_;  // of those that wait, the earliest last
  bool waits_ = false;       // the last one that was decided about is among them
  std::shared_ptr<Threads> threads_;
};

}  // namespace nacd::schedule
