// An asynchronous operation that is about to happen, and what was decided about it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace nacd::schedule {

// What is about to happen. kRegistration and kAction are starts (the paper's postponeAction: "registration" is the
// user's call, "action" a stream's internal _read, _write...), the others are completions.
enum class Phase { kRegistration, kAction, kCallback, kEvent, kPromise, kDescriptor, kWorker, kTimer };

// Returns the word that traces and schedule files use, such as "callback".
std::string_view PhaseName(Phase phase);

// False for starts and timers.
constexpr bool IsCompletion(Phase phase) {
  return phase != Phase::kRegistration && phase != Phase::kAction && phase != Phase::kTimer;
}

struct Operation {
  // The same in the next run of the same program, even when the order of everything has changed:
  // API, call site and count there, and the operation it was started from. For example
  // "fs.access@test/remove.test.js:9:11#2". Phase is not part of it. Valid during the call only.
  std::string_view name;
  Phase phase = Phase::kCallback;
  std::string_view api;   // "fs.access"; a part of the model, lives as long as it
  std::string_view site;  // "test/remove.test.js:9:11" or empty: not known. Valid during the call only
  uint64_t object = 0;    // identity of the object whose callbacks are connected; 0: none
  // What the call was given, a line "key=value" each; only where a gate asks for it.
  std::string_view details = {};
};

// Of an operation that waits at gates (Gates). 0: none.
using Ticket = uint64_t;

struct Decision {
  bool delay = false;
  double ms = 0;
  Ticket ticket = 0;  // not 0: until gates open, however long that takes; `ms` counts for nothing then
};

// Hash of name and phase, equal on every machine and in every version of this program: replays depend on it.
uint64_t HashOf(const Operation& operation);

}  // namespace nacd::schedule
