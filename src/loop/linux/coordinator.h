// Virtual time for all controlled loops of the process: when nothing but the passing of time can wake any of them, the
// clock jumps to the earliest time that one of them waits for.
#pragma once

#include <signal.h>
#include <sys/epoll.h>
#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_set>
#include <vector>

#include "loop/linux/clock.h"
#include "loop/linux/threads.h"

namespace nacd::loop {

class InFlight;

// One loop's part in it. Written by its own thread, under the coordinator's lock where not atomic.
struct Participant {
  int epoll_fd = -1;
  int async_fd = -1;  // by which libuv wakes the loop
  int wake_fd = -1;   // an eventfd in its epoll set, by which other loops wake it when the clock has jumped
  pid_t thread = 0;
  std::atomic<bool> waiting{false};
  std::atomic<bool> blocked{false};  // its thread waits for another one, outside its poll
  bool outside = true;               // something outside the process can wake it
  uint64_t exposures = 0;            // of descriptors (FdTable), when that was found out
  bool working = false;              // the worker pool is about to wake it
  bool holding = false;              // it waits for a delay of ours to end, among other things
  bool stalled = false;              // its thread does not look what is ready
  int64_t until = kNever;
  std::atomic<bool> alone{false};  // waits without a limit, as there is no other
  InFlight* in_flight = nullptr;   // null: it has none
};

// How a loop has waited, for the trace.
struct WaitStats {
  int64_t skipped_ns = 0;
  int64_t real_ns = 0;
  int64_t awaited_ns = 0;  // of these: because something outside could come, or another loop was not idle
  int64_t held_ns = 0;     // of all waiting, skipped or real: while something was held
  uint64_t skips = 0;
  uint64_t real_waits = 0;
  uint64_t outside_waits = 0;  // of the real ones: because something outside could come
  uint64_t thread_waits = 0;   // of the real ones: because another thread was running
};

// A participant's knowledge about itself.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual bool OutsideInPlay() = 0;
  // True when the worker pool has a task whose end will wake the loop. Only saves the price of a proof that would fail.
  virtual bool Working() = 0;
  // True when nothing is on its way inside the kernel between two sockets of this process.
  virtual bool Settled() = 0;
  // Asks the kernel. False when no descriptor is ready but those that are held.
  virtual bool IsReady() = 0;
  // The loop is about to ask the kernel by itself, and to sleep if nothing is ready.
  virtual void BeforeSleep() = 0;
};

class Coordinator {
 public:
  static Coordinator& Get();

  // Bytes are written to `fd`: if that is what wakes a loop, it is not worth a proof that nothing wakes it. Any thread.
  static void OnWritten(int fd);
  // Returns true if writing to `fd` wakes a loop. Any thread.
  static bool WakesLoop(int fd);

  void Join(Participant* participant);
  void Leave(Participant* participant);
  // Before `self` waits for no time. True when it is the only loop, so that there is nothing to skip to until another
  // joins, which rouses it. To be followed by WaitedAlone().
  bool WaitsAlone(Participant* self);
  static void WaitedAlone(Participant* self) { self->alone.store(false, std::memory_order_relaxed); }

  // Says when a wait takes no time, provided that nothing would have come meanwhile.
  enum class Skip {
    kNever,
    kWhileHeld,  // while some loop of the process holds something: only delays are skipped, up to when they end
    kAlways,
  };
  // Waits until `until` (virtual), or an event, or a jump of the clock. `self->holding` is up to date; while it is true
  // `until` is not after the end of the first delay. Returns false with errno on an error (EINTR).
  bool Wait(Participant* self, Surroundings* surroundings, int64_t until, Skip skip, const sigset_t* mask,
            WaitStats* stats);

  // Before the thread of `self` waits for another one outside its poll, until it resets `self->blocked`.
  void Block(Participant* self, Surroundings* surroundings);

  // One step of a stall: the thread of `self` is not run until `until` (virtual), whatever is ready. The clock moves on
  // if it may, else a little real time passes. `round` counts the steps.
  void StallOnce(Participant* self, Surroundings* surroundings, int64_t until, Skip skip, int round, WaitStats* stats);
  // True if there are other loops.
  bool has_others() const { return count_.load(std::memory_order_relaxed) > 1; }

 private:
  enum class Verdict { kSkipped, kSoon, kWorking, kReal };
  static void Rouse(const Participant& participant);
  Verdict TrySkip(Participant* self, Surroundings* surroundings, int64_t until, Skip skip, int round, WaitStats* stats);
  bool AnyHolds() const;
  bool OthersWait(const Participant* self, int64_t* earliest, std::unordered_set<pid_t>* polling) const;

  std::mutex mutex_;
  std::vector<Participant*> participants_;
  std::atomic<size_t> count_{0};  // of participants
  Threads threads_;
  bool has_baseline_ = false;
};

}  // namespace nacd::loop
