// Knows whether a timer of the program, its packages or its test runner may have fired: one that waits for somebody
// outside sleeps between two looks. Of the whole process; any thread.
#pragma once

#include <cstdint>

namespace nacd::schedule {

class ProgramTimers {
 public:
  // Timers are seen from now on. Until then each may be about to fire.
  static void Watch();
  static void Fired();
  // A timer will fire at that time of the loop's clock, ms, if nobody clears it; Fired() does not tell.
  static void Expect(double due_ms);
  // The same for one that fires again and again.
  static void ExpectForever();

  static uint64_t Count();  // of Fired()
  // True if a timer that Fired() does not tell may have fired since `ms`.
  static bool MayFireAfter(double ms);
};

}  // namespace nacd::schedule
