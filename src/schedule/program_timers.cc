#include "schedule/program_timers.h"

#include <atomic>
#include <limits>

namespace nacd::schedule {
namespace {

constexpr double kForever = std::numeric_limits<double>::infinity();
constexpr double kLateMs = 1000;  // a busy thread calls its timers late

std::atomic<bool> watched = false;
std::atomic<uint64_t> fired = 0;
std::atomic<double> expected_until = -kForever;

}  // namespace

void ProgramTimers::Watch() { watched = true; }

void ProgramTimers::Fired() { fired++; }

void ProgramTimers::Expect(double due_ms) {
  double until = expected_until;
  while (until < due_ms && !expected_until.compare_exchange_weak(until, due_ms)) {
  }
}

void ProgramTimers::ExpectForever() { Expect(kForever); }

uint64_t ProgramTimers::Count() { return fired; }

bool ProgramTimers::MayFireAfter(double ms) { return !watched || expected_until + kLateMs >= ms; }

}  // namespace nacd::schedule
