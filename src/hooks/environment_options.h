// Options of one environment that concern the hooks.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "schedule/options.h"

namespace nacd::hooks {

// Carries delays out (NACD_ENGINE). No operation is delayed at both: with kBoth the hooks delay only operations that
// have no descriptor, task or timer of their own behind them.
enum class Carrier { kApi, kLoop, kBoth };

// The clock that the program sees (NACD_CLOCK): kVirtual skips the delays only, kSkip all waiting.
enum class Clock { kReal, kVirtual, kSkip };

struct EnvironmentOptions {
  schedule::Options schedule;
  Carrier carrier = Carrier::kApi;
  Clock clock = Clock::kReal;
  bool gates = false;           // NACD_GATES: gates may be set from the start
  bool delays_timers = false;   // NACD_TIMERS: timers are delayed too
  bool extends_limits = false;  // the limits that test runners set count the program's own time, not the delays
  // Delays may hold the program for this part of a test runner's limit: for more than 1 where the limit waits.
  double limit_share = 0;
  // NACD_MODULES: instances of the classes of these modules are not hooked, wherever they are seen.
  std::unordered_set<std::string> left_out;
  std::vector<std::string> runner_packages;
  std::vector<std::string> machinery_packages;
  uint32_t thread = 0;        // number of the worker; 0: the main thread
  bool in_runner = false;     // a test runner's program or worker: it runs tests, and does work of its own
  bool runs_tests = false;    // this process runs a test runner's tests, also where a file of these is its program
  std::string own_directory;  // nacd-native's JavaScript lies there
};

}  // namespace nacd::hooks
