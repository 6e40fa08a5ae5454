// Slow things: all operations of a kind (a disk, a network's peers, children), of a call site, or of a resource (one
// file, one end of a connection, one child) are late by the same time, and all others come at once. So what is slow
// takes as many steps late as the program makes there, while everything else goes on. A delay that is drawn for each
// operation is as long by chance only, and a strategy that delays everything leaves no time to those that overtake.
//
// Of the things of a run every other one is slow, or every other two or four of them (alike_bit), in the order in which
// they are first seen; with alike_others 1 the others are. So each two are apart in a few runs, both ways. That order
// depends on the run: the same seed repeats it as far as the order of events does.
#pragma once

#include <unordered_map>

#include "schedule/strategy.h"

namespace nacd::schedule {

class Alike : public Strategy {
 public:
  // That have a speed of their own; the values of alike_by.
  enum class By { kKind, kSite, kResource };

  explicit Alike(const Options& options);
  Decision Decide(const Operation& operation, double now_ms) override;

 private:
  bool IsSlow(uint64_t thing);
  uint64_t ThingOf(const Operation& operation) const;

  Options options_;
  By by_;
  int bit_;
  bool others_;
  std::unordered_map<uint64_t, uint32_t> known_;  // by hash: how many things were seen before
};

}  // namespace nacd::schedule
