// Knows whether a timer of the program, its packages or its test runner may have fired: a program that waits for
// somebody outside sleeps between two looks. Process-wide; any thread. Times are milliseconds on the loops' clock.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nacd::schedule {

class ProgramTimers {
 public:
  static constexpr double kUnknown = 86400 * 1000;

  // A timer that may be cleared: numbers are unique within a thread. Number 0: it cannot.
  struct Id {
    const void* thread = nullptr;
    uint64_t number = 0;
    bool operator==(const Id&) const = default;
  };

  // Timers are seen from now on. Until then each may be about to fire.
  static void Watch();
  // `ms`: for so long the program slept; without it that is not known.
  static void Fired(double ms = kUnknown);
  // A timer was set that will fire `ms` after `now_ms`; Fired() does not tell. A time that is too long for Node.js
  // counts as a millisecond, as there.
  static void Expect(Id id, double now_ms, double ms);
  // The same for one that fires each time that `ms` are over.
  static void ExpectEach(Id id, double now_ms, double ms);
  // It was cleared. Unknown ones are ignored.
  static void Gone(Id id);

  static uint64_t Count();  // of Fired()
  // The sum of what Fired() told: a program that has slept has not done so for longer than this grew meanwhile.
  static double SleptMs();
  // True if a timer that Fired() does not tell may have fired from `since_ms` to `now_ms`.
  static bool MayHaveFired(double since_ms, double now_ms);
};

}  // namespace nacd::schedule
