// Virtual time for all controlled loops of the process. When only the passing of time can wake any of them, the clock
// jumps to the earliest deadline among them.
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

// One loop's state. Its own thread writes it; fields that are not atomic need the coordinator's lock.
struct Participant {
  int epoll_fd = -1;
  int async_fd = -1;  // libuv wakes the loop through it
  int wake_fd = -1;   // an eventfd in its epoll set: other loops wake it after the clock jumped
  pid_t thread = 0;
  std::atomic<bool> waiting{false};
  std::atomic<bool> blocked{false};  // its thread waits for another thread, outside its poll
  bool outside = true;               // something outside the process can wake it
  uint64_t exposures = 0;            // FdTable::Exposures() when `outside` was determined
  bool working = false;              // the worker pool is about to wake it
  bool holding = false;              // it waits for one of our delays to end, among other things
  bool stalled = false;              // its thread does not poll
  int64_t until = kNever;
  std::atomic<bool> alone{false};  // it is the only loop and waits without a limit
  InFlight* in_flight = nullptr;   // null: it has none
};

// How long a loop has waited, for the trace.
struct WaitStats {
  int64_t skipped_ns = 0;
  int64_t real_ns = 0;
  int64_t awaited_ns = 0;  // of these: something outside could come, or another loop was busy
  int64_t held_ns = 0;     // of all waiting, skipped or real: while we held something
  uint64_t skips = 0;
  uint64_t real_waits = 0;
  uint64_t outside_waits = 0;  // of the real ones: something outside could come
  uint64_t thread_waits = 0;   // of the real ones: another thread was running
};

// Answers the coordinator's questions about one participant.
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual bool OutsideInPlay() = 0;
  // True if the worker pool has a task whose end will wake the loop. Only avoids the cost of a proof that would fail.
  virtual bool Working() = 0;
  // True if nothing is in flight inside the kernel between two sockets of this process.
  virtual bool Settled() = 0;
  // Asks the kernel. Returns whether any descriptor is ready that is not held.
  virtual bool IsReady() = 0;
  // Called before the loop polls by itself and sleeps if nothing is ready.
  virtual void BeforeSleep() = 0;
};

class Coordinator {
 public:
  static Coordinator& Get();

  // Called when bytes are written to `fd`. If that wakes a loop, there is no point in proving that nothing does. Any
  // thread.
  static void OnWritten(int fd);
  // Returns true if writing to `fd` wakes a loop. Any thread.
  static bool WakesLoop(int fd);

  void Join(Participant* participant);
  void Leave(Participant* participant);
  // Before `self` waits for no time. True when it is the only loop, so that there is nothing to skip to until another
  // joins, which rouses it. To be followed by WaitedAlone().
  bool WaitsAlone(Participant* self);
  static void WaitedAlone(Participant* self) { self->alone.store(false, std::memory_order_relaxed); }

  // When a wait may be skipped, provided that nothing would have come meanwhile.
  enum class Skip {
    kNever,
    kWhileHeld,  // only while a loop of the process holds something: skips delays, up to their end
    kAlways,
  };
  // Waits until `until` (virtual), an event, or a jump of the clock. `self->holding` must be up to date; while it is
  // true, `until` must not be after the end of the first delay. Returns false with errno on an error (EINTR).
  bool Wait(Participant* self, Surroundings* surroundings, int64_t until, Skip skip, const sigset_t* mask,
            WaitStats* stats);

  // Call before the thread of `self` waits for another thread outside its poll. The wait ends when it resets
  // `self->blocked`.
  void Block(Participant* self, Surroundings* surroundings);

  // One step of a stall: the thread of `self` does not run until `until` (virtual), whatever is ready. The clock jumps
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
