// Sites that were decided about often rest between bursts. A program that makes ten thousand calls at one place shows
// the races of that place within the first hundreds, so its later calls are delayed now and then only, while a place
// that is new is always decided about. After LiteRace (Marino, Musuvathi, Narayanasamy: "LiteRace: effective sampling
// for lightweight data-race detection", PLDI 2009), which samples cold code at the full rate and hot code in bursts.
//
// A new site wakes all others for a while: the tests of a suite share the call sites of what they test, and each has
// new ones of its own.
//
// All hot sites of a loop rest and wake together, since a race needs two operations near each other. The seed says
// where in a cycle the burst is, so the runs of a campaign look at different parts of a long run. It counts decisions
// and asks no clock: the same seed repeats it as far as the number of operations before does.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "operation/operation.h"
#include "schedule/options.h"

namespace nacd::schedule {

// Belongs to one loop's thread, as its scheduler does.
class HotSites {
 public:
  // In each kCycle decisions about hot sites, kBurst in a row treat the site as cold. A burst covers some turns of a
  // loop with many connections or tasks.
  static constexpr uint64_t kCycle = 1024;
  static constexpr uint64_t kBurst = 64;

  // "hot_after": the number of decisions that make a site hot; 0: no site gets hot.
  explicit HotSites(const Options& options);

  // Counts a decision about `operation`. Returns true if its site rests, so that the operation comes undelayed.
  bool Rests(const Operation& operation);

 private:
  bool InBurst();

  uint64_t seed_;
  uint32_t after_;
  std::unordered_map<uint64_t, uint32_t> counts_;  // of cold sites and of hot ones, by names::PlaceOf() and phase
  uint64_t decisions_ = 0;
  uint64_t newest_ = 0;  // the one of these that was about a new site last
  uint64_t hot_ = 0;     // decisions about hot sites while nothing is new
};

}  // namespace nacd::schedule
