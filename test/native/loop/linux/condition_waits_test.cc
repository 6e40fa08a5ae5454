#include "loop/linux/condition_waits.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cerrno>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace nacd::loop {
namespace {

// A condition that threads wait for as the interposed functions do.
struct Condition {
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  int permits = 0;
  int entered = 0;

  void Wait() {
    pthread_mutex_lock(&mutex);
    while (permits == 0) {
      entered++;
      ConditionWait wait(&condition, &mutex, false);
      wait.Ended(pthread_cond_wait(&condition, &mutex));
    }
    permits--;
    pthread_mutex_unlock(&mutex);
  }
  void AwaitEntered(int count) {
    for (bool there = false; !there; std::this_thread::yield()) {
      pthread_mutex_lock(&mutex);
      there = entered >= count;
      pthread_mutex_unlock(&mutex);
    }
  }
  void Permit(int count, bool all) {
    pthread_mutex_lock(&mutex);
    permits += count;
    all ? BeforeBroadcast(&condition) : BeforeSignal(&condition);
    all ? pthread_cond_broadcast(&condition) : pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
  }
};

struct Waiter {
  explicit Waiter(Condition* condition)
      : thread([this, condition] {
          id = static_cast<pid_t>(syscall(SYS_gettid));
          condition->Wait();
        }) {
    while (id == 0) std::this_thread::yield();
  }
  std::atomic<pid_t> id{0};
  std::thread thread;
};

}  // namespace

TEST_CASE("a thread sleeps in its wait until it is signalled, and in another wait after that", "[loop]") {
  Condition condition;
  Waiter waiter(&condition);
  condition.AwaitEntered(1);
  const uint64_t first = SleepsIn(waiter.id);
  CHECK(first != 0);
  CHECK(SleepsIn(waiter.id) == first);
  CHECK(SleepsIn(static_cast<pid_t>(syscall(SYS_gettid))) == 0);

  condition.Permit(0, false);  // wakes it for nothing
  condition.AwaitEntered(2);
  const uint64_t second = SleepsIn(waiter.id);
  CHECK(second != 0);
  CHECK(second != first);
  condition.Permit(1, false);
  waiter.thread.join();
  CHECK(SleepsIn(waiter.id) == 0);
}

TEST_CASE("no waiter of a condition sleeps for certain while a signal is on its way to one of them", "[loop]") {
  Condition condition;
  std::vector<std::unique_ptr<Waiter>> waiters;
  for (int i = 0; i < 3; i++) waiters.push_back(std::make_unique<Waiter>(&condition));
  condition.AwaitEntered(3);
  for (const auto& waiter : waiters) CHECK(SleepsIn(waiter->id) != 0);

  BeforeSignal(&condition.condition);
  for (const auto& waiter : waiters) CHECK(SleepsIn(waiter->id) == 0);
  condition.Permit(0, false);
  condition.AwaitEntered(4);
  for (const auto& waiter : waiters) CHECK(SleepsIn(waiter->id) == 0);  // two signals, one was taken
  UntakenSignals().Forget({});
  for (const auto& waiter : waiters) CHECK(SleepsIn(waiter->id) != 0);

  condition.Permit(3, true);
  for (const auto& waiter : waiters) waiter->thread.join();
}

TEST_CASE("a wait with a limit is none that a thread sleeps in, and takes no signal when its time is up", "[loop]") {
  Condition condition;
  Waiter waiter(&condition);
  condition.AwaitEntered(1);
  std::optional<ConditionWait> limited(std::in_place, &condition.condition, &condition.mutex, true);
  CHECK(SleepsIn(static_cast<pid_t>(syscall(SYS_gettid))) == 0);
  BeforeSignal(&condition.condition);
  CHECK(limited->Ended(ETIMEDOUT) == ETIMEDOUT);
  CHECK(SleepsIn(waiter.id) == 0);  // the signal may be for this one
  UntakenSignals().Forget({});
  CHECK(SleepsIn(waiter.id) != 0);
  condition.Permit(1, false);
  waiter.thread.join();
}

TEST_CASE("a signal that nobody waits for is not kept", "[loop]") {
  Condition condition;
  condition.Permit(0, false);
  condition.Permit(0, true);
  Waiter waiter(&condition);
  condition.AwaitEntered(1);
  CHECK(SleepsIn(waiter.id) != 0);
  condition.Permit(1, false);
  waiter.thread.join();
}

TEST_CASE("the signals of a thread that was not looked at are kept", "[loop]") {
  Condition condition;
  Waiter waiter(&condition);
  condition.AwaitEntered(1);
  CHECK(ConditionOf(waiter.id) == &condition.condition);
  BeforeSignal(&condition.condition);
  UntakenSignals().Forget({waiter.id});
  CHECK(SleepsIn(waiter.id) == 0);
  UntakenSignals().Forget({});
  CHECK(SleepsIn(waiter.id) != 0);
  condition.Permit(1, false);
  waiter.thread.join();
}

TEST_CASE("signals that come while threads are looked at are not forgotten", "[loop]") {
  Condition condition;
  Waiter waiter(&condition);
  condition.AwaitEntered(1);
  BeforeSignal(&condition.condition);
  const UntakenSignals before;
  BeforeSignal(&condition.condition);
  before.Forget({});
  CHECK(SleepsIn(waiter.id) == 0);
  UntakenSignals().Forget({});
  CHECK(SleepsIn(waiter.id) != 0);
  condition.Permit(1, false);
  waiter.thread.join();
}

#ifdef __GLIBC__
TEST_CASE("a thread does not sleep in its wait before it has given its mutex back", "[loop]") {
  Condition condition;
  std::atomic<pid_t> id{0};
  std::atomic<bool> goes_on{false}, waits{false};
  std::thread thread([&] {
    pthread_mutex_lock(&condition.mutex);
    ConditionWait wait(&condition.condition, &condition.mutex, false);
    id = static_cast<pid_t>(syscall(SYS_gettid));
    while (!goes_on) std::this_thread::yield();
    waits = true;
    wait.Ended(pthread_cond_wait(&condition.condition, &condition.mutex));
    pthread_mutex_unlock(&condition.mutex);
  });
  while (id == 0) std::this_thread::yield();
  CHECK(SleepsIn(id) == 0);
  goes_on = true;
  while (!waits) std::this_thread::yield();
  pthread_mutex_lock(&condition.mutex);
  CHECK(SleepsIn(id) != 0);  // another one has the mutex now
  pthread_mutex_unlock(&condition.mutex);
  condition.Permit(0, false);
  thread.join();
}
#endif

}  // namespace nacd::loop
