// An asynchronous operation that is about to happen, and what was decided about it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nacd::schedule {

// The phases of an operation. kRegistration and kAction are starts (postponeAction in the NACD paper): the user's call,
// and a stream's internal _read, _write... or a task of the worker pool. kStall is a time for which the thread is not
// run. The others are completions.
enum class Phase { kRegistration, kAction, kCallback, kEvent, kPromise, kDescriptor, kWorker, kTimer, kStall };

// Returns the word that traces and schedule files use, such as "callback".
std::string_view PhaseName(Phase phase);

// False for starts, timers and stalls.
constexpr bool IsCompletion(Phase phase) {
  return phase != Phase::kRegistration && phase != Phase::kAction && phase != Phase::kTimer && phase != Phase::kStall;
}

// True for the start and the end of a task of the worker pool.
constexpr bool IsTask(Phase phase) { return phase == Phase::kAction || phase == Phase::kWorker; }

// The files that a task of the worker pool touches. Valid during the call only.
struct TouchedFiles {
  std::string_view path;  // as the program gave it; of a task on a descriptor the absolute path of its file
  std::string_view to;    // the second path, of a renaming, a copy or a link; empty: none
  bool creates = false;   // the task opens the file, and makes it where there is none
  bool empties = false;   // the task opens the file, and empties it
};

struct Operation {
  // For example "fs.access@test/remove.test.js:9:11#2" (names/name.h). It is the same in the next run of the same
  // program, even if everything happens in another order. The phase is not a part of it. Valid during the call only.
  std::string_view name;
  Phase phase = Phase::kCallback;
  std::string_view api;   // "fs.access"; lives as long as the model
  std::string_view site;  // "test/remove.test.js:9:11" or empty: not known. Valid during the call only
  uint64_t object = 0;    // identity of the object whose callbacks are connected; 0: none
  // The call's arguments, a line "key=value" each; only where a gate asks for them.
  std::string_view details = {};
  double pace = 1;                      // of its delay, in a run that chooses delays
  double due_ms = 0;                    // of a timer: milliseconds until it is due; 0: not known
  const TouchedFiles* files = nullptr;  // of a task, when it is submitted; null: not known
  // A test runner's or transformer's own work (lib/options/runners.js), that no code under test caused: only gates and
  // schedules delay it.
  bool machinery = false;
};

// Identifies an operation that is held at gates (Gates). 0: none.
using Ticket = uint64_t;

// The events that an operation waits for, each as its phase and name, behind its place where that is another one.
struct AwaitedEvents {
  uint32_t number = 0;  // from 1, of those of a loop
  double most_ms = 0;   // the longest time for which the operation is held
  std::vector<std::string> events;
  size_t left = 0;    // those that have not happened, and still may
  bool held = false;  // the operation is held, and waits for an event of another place
};

class Ranks;

struct Decision {
  bool delay = false;
  double ms = 0;
  Ticket ticket = 0;  // not 0: held until its gates open; `ms` is ignored then
  // For a replayed delay: its place in the order of the delays of its loop; 0: none.
  Ranks* ranks = nullptr;
  uint32_t loop = 0;
  uint32_t rank = 0;
  // For a replayed stall: what came during it in the failing run, each as phase and name. For another replayed delay:
  // the last timer that fired during it. Null: unknown.
  const std::vector<std::string>* until = nullptr;
  bool before_end = false;  // of a child's output: in the failing run it came before the child's end
  // The delay ends when all of these have happened. Null: it waits for nothing.
  const AwaitedEvents* after = nullptr;
};

// Returns the hash of name and phase. A seed's decisions depend on it, so that it must never change.
uint64_t HashOf(const Operation& operation);

}  // namespace nacd::schedule
