// The loop engine: controls the event loop of an unchanged Node.js. How it works, and what it refuses: docs/engines.md.
#pragma once

#include <uv.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "schedule/idle_watch.h"
#include "schedule/options.h"
#include "schedule/scheduler.h"
#include "trace/writer.h"

namespace nacd::loop {

struct EngineOptions {
  bool delays = true;          // hold and shuffle; false: only the clock
  bool virtual_clock = false;  // waiting for what is held takes no time where nothing outside can end it
  bool skips_all = false;      // the same for all waiting of the program's own
  // True while delays are carried out elsewhere, by timers of this loop. On the loop's thread; may be empty.
  std::function<bool()> holds_elsewhere;
  bool gates = false;   // gates may be set, so decisions are made in mode never too
  uint32_t thread = 0;  // the number of the worker whose loop it is, which may start late; 0: the main thread
  // The loop of a test runner's program or worker: what no call is known for is the runner's own there (loading of
  // modules, messages to its workers), and the channel to its parent is not outside.
  bool in_runner = false;
  bool runs_tests = false;  // the process runs tests, and only they connect to what it listens on
  // True if a file, by its path, belongs to a test runner or transformer. May be empty.
  std::function<bool(std::string_view)> is_machinery;
  // "held_budget": for how long in real time a thread is held back, ms. With a virtual clock (nothing: 5000) its delays
  // are shortened then; with the real clock (nothing: no bound) they become shorter from half of it on, and their sum
  // stays below it.
  std::optional<double> held_budget_ms;
  // "own_waits": for how long in real time a thread may wait with nothing held, ms, where nothing outside can end the
  // wait; what is more is skipped, as with `skips_all`. Nothing: without end.
  std::optional<double> own_waits_ms;
  // "max_skew": how far the virtual clock may be ahead of the real one; beyond that waiting is real
  double max_skew_ms = 300000;
  // "loop_timer_max_delay": how late a timer may fire, ms, in addition to what is held (a parameter of Node.fz)
  double timer_max_delay_ms = 5;
  // Ready descriptors are not shuffled: they come in the order of the system.
  bool keeps_order = false;

  // Takes what is named above from `options.parameters`.
  static EngineOptions From(const schedule::Options& options);
};

// Empty if the loop engine can work in this process; else one sentence that says why not. Found out by looking: it
// replaces libc's functions in the import slots of all loaded objects, runs a loop of its own, and checks that libuv
// calls them. Does its work once a process; any thread.
std::string Unsupported();

// Returns the path of another copy of this addon, if the process has loaded one before this one; else an empty string.
std::string FirstCopy();

// The child `pid` stays a zombie after its end, until Reap() says that the program hears of it. Any thread. Where the
// engine is not there, libuv reaps it at once, and both do nothing.
void KeepUntilReaped(int pid);
void Reap(int pid);

// The program asks that the channel to the process that forked it does not keep it alive, and may hear it all the same.
// Any thread.
void HearChannel();

// The calling thread has made the worker thread `id` of Node.js. See Controller::OnThreadMade().
void OnThreadMade(uint32_t id);

// How a loop has waited so far.
struct EngineStats {
  double skipped_ms = 0;
  double real_ms = 0;
  double held_ms = 0;  // of both, while something was held
  uint64_t skips = 0;
  uint64_t real_waits = 0;
};

class Controller;

// Control of one loop. Made, used and destroyed on the loop's thread, at most one a thread.
class Engine {
 public:
  // `scheduler` must outlive the engine, so must `trace` (which may be null). Returns null and says why on a fault.
  static std::unique_ptr<Engine> Attach(uv_loop_t* loop, schedule::Scheduler* scheduler, trace::Writer* trace,
                                        const EngineOptions& options, std::string* error);
  // Gives back everything held (libuv sees it in its next turn) and leaves the loop. May be called while the
  // environment is torn down, and also when the loop never runs again.
  ~Engine();

  EngineStats stats() const;
  // Returns what may still happen without an act of the program, timers left out.
  schedule::Prospect ProspectNow();

 private:
  explicit Engine(std::unique_ptr<Controller> controller);
  std::unique_ptr<Controller> controller_;
};

// The state of V8 on a thread: numbers of v8::StateTag.
constexpr int kV8Unknown = -1;
constexpr int kV8Waiting = 7;  // in Atomics.wait, whose awakener may be anything

// Returns the state of V8 on the calling thread, kV8Unknown where that can't be known. Called in the midst of V8: it
// must not enter it. `v8` is any of V8's functions. Set once, before there are loops; without it every wait counts
// alike.
using V8State = int (*)();
void SetV8State(V8State state, const void* v8);

// How far the virtual clock is ahead of the real one, and since when they differ, for processes that this one starts
// (NACD_CLOCK_AHEAD): two numbers of milliseconds, "AHEAD@SINCE", or "" while the clocks agree. Any thread.
std::string ClockForChildren();

// Returns where programs that this process, a test, starts find its time of day (NACD_TIME_OF_DAY); "": nowhere. Any
// thread.
std::string TimeOfDayForChildren();

}  // namespace nacd::loop
