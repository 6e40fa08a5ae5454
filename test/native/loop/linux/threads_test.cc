#include "loop/linux/threads.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "loop/linux/clock.h"
#include "loop/linux/condition_waits.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/interpose.h"
#include "loop/linux/limited_waits.h"
#include "loop/linux/waits.h"

namespace nacd::loop {
namespace {

// Runs `wait` in a thread of its own, which ends when `wait` returns.
class Waiter {
 public:
  explicit Waiter(std::function<void()> wait)
      : thread_([this, wait = std::move(wait)] {
          id_ = static_cast<pid_t>(syscall(SYS_gettid));
          wait();
        }) {
    while (id_ == 0) std::this_thread::yield();
  }
  ~Waiter() { thread_.join(); }
  pid_t id() const { return id_; }

 private:
  std::atomic<pid_t> id_{0};
  std::thread thread_;
};

// Returns a state that was seen several times in a row: a thread on its way into its wait is running.
// So may one of a sanitizer's own be.
ThreadState Settled(Threads* threads, const std::unordered_set<pid_t>& polling, const void* own_lock,
                    bool helpers = true) {
  ThreadState state = ThreadState::kRunning;
  for (int i = 0; i < 1000 && state == ThreadState::kRunning; i++) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    state = threads->Others(polling, own_lock, helpers);
  }
  return state;
}

// With those threads that a sanitizer has for itself as its baseline. The functions that count waits and signals are in
// place, as they are where a loop is controlled: alone or first, a test must see the same as after others.
struct Looker : Threads {
  Looker() {
    if (!Interpose().empty()) abort();
    TakeBaseline();
  }
};

// A condition that one thread waits for without a limit.
struct Gate {
  std::mutex mutex;
  std::condition_variable condition;
  bool open = false, for_good = false;
  void Wait() {
    std::unique_lock lock(mutex);
    condition.wait(lock, [this] { return open || for_good; });
    open = false;
  }
  void OpenForGood() {
    std::lock_guard lock(mutex);
    for_good = true;
    condition.notify_one();
  }
  void Open() {
    std::lock_guard lock(mutex);
    open = true;
    condition.notify_one();
  }
};

// Both threads on one processor: who is woken does not get it before the other one lets go of it.
class OneProcessor {
 public:
  OneProcessor() {
    sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
  }
  ~OneProcessor() { sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_;
};

}  // namespace

TEST_CASE("a thread that waits for another one is asleep", "[loop]") {
  Gate gate;
  Looker threads;
  Waiter waiter([&gate] { gate.Wait(); });
  CHECK(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
  gate.Open();
}

TEST_CASE("a thread of the baseline is asleep in a long sleep, and never in a short one", "[loop]") {
  std::atomic<bool> over{false};
  std::atomic<long> ns{GENERATE(10000, 2000000)};
  std::atomic<int> sleeps{0};
  Waiter waiter([&] {
    while (!over) {
      const timespec time = {0, ns};
      nanosleep(&time, nullptr);
      sleeps++;
    }
  });
  Looker threads;
  int asleep = 0;
  for (int i = 0; i < 5000; i++) asleep += threads.Others({}, nullptr, true) == ThreadState::kAsleep;
  CHECK(asleep == 0);
  ns = 900000000;
  for (const int before = sleeps; sleeps == before;) std::this_thread::yield();
  CHECK(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
  over = true;
}

TEST_CASE("a thread that was woken a moment ago is never seen as asleep", "[loop]") {
  std::optional<OneProcessor> processor;
  SECTION("on a processor of its own") {}
  SECTION("on the processor of who woke it") { processor.emplace(); }
  Gate gate;
  Looker threads;
  std::atomic<bool> looking{true};
  std::atomic<bool> over{false};
  Waiter waiter([&] {
    while (!over) {
      gate.Wait();
      while (looking) std::this_thread::yield();  // at work as long as it is looked at
      looking = true;
    }
  });
  int wrong = 0;
  for (int i = 0; i < 200; i++) {
    REQUIRE(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
    if (i == 199) over = true;
    gate.Open();
    for (int look = 0; look < 5; look++) wrong += threads.Others({}, nullptr, true) == ThreadState::kAsleep;
    looking = false;
    while (!looking) std::this_thread::yield();
  }
  CHECK(wrong == 0);
}

TEST_CASE("a thread at rest that a descriptor wakes is never seen as asleep", "[loop]") {
  const int wake = eventfd(0, EFD_CLOEXEC), epoll = epoll_create1(0);
  epoll_event event = {};
  event.events = EPOLLIN;
  REQUIRE(epoll_ctl(epoll, EPOLL_CTL_ADD, wake, &event) == 0);
  std::atomic<bool> looking{true}, over{false};
  Waiter waiter([&] {
    while (!over) {
      epoll_event ready;
      uint64_t value;
      if (epoll_wait(epoll, &ready, 1, -1) != 1 || read(wake, &value, sizeof value) < 0) abort();
      while (looking) std::this_thread::yield();
      looking = true;
    }
  });
  Looker threads;  // after the thread: it is of the baseline
  int wrong = 0;
  for (int i = 0; i < 100; i++) {
    REQUIRE(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
    if (i == 99) over = true;
    const uint64_t one = 1;
    NoteWake();
    REQUIRE(write(wake, &one, sizeof one) == sizeof one);
    for (int look = 0; look < 5; look++) wrong += threads.Others({}, nullptr, true) == ThreadState::kAsleep;
    looking = false;
    while (!looking) std::this_thread::yield();
  }
  CHECK(wrong == 0);
  for (int fd : {wake, epoll}) close(fd);
}

TEST_CASE("a helper of V8's that works is looked at only where the program hears of it", "[loop]") {
  static Gate variable;  // as libuv's pool has
  const auto allocated = std::make_unique<Gate>();
  const bool is_helper = GENERATE(true, false);
  Gate& gate = is_helper ? *allocated : variable;
  std::atomic<bool> works{false}, over{false};
  Waiter waiter([&] {
    gate.Wait();
    works = true;
    while (!over) continue;
  });
  Looker threads;  // after the thread: it is of the baseline
  REQUIRE(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
  gate.Open();
  while (!works) std::this_thread::yield();
  if (is_helper) CHECK(Settled(&threads, {}, nullptr, false) == ThreadState::kAsleep);
  int wrong = 0;
  for (int i = 0; i < 100; i++) {
    wrong += threads.Others({}, nullptr, false) == ThreadState::kAsleep && !is_helper;
    wrong += threads.Others({}, nullptr, true) == ThreadState::kAsleep;
  }
  over = true;
  CHECK(wrong == 0);
}

TEST_CASE("a helper that works is looked at beside a thread with a loop, which may be what it works for", "[loop]") {
  Gate gate;
  std::atomic<bool> works{false}, over{false};
  Waiter waiter([&] {
    gate.Wait();
    works = true;
    while (!over) continue;
  });
  Looker threads;
  const int wake = eventfd(0, EFD_CLOEXEC), epoll = epoll_create1(EPOLL_CLOEXEC);
  epoll_event event = {};
  event.events = EPOLLIN;
  REQUIRE(epoll_ctl(epoll, EPOLL_CTL_ADD, wake, &event) == 0);
  {
    Waiter looper([epoll] {
      epoll_event ready;
      if (epoll_wait(epoll, &ready, 1, -1) != 1) abort();
    });
    REQUIRE(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
    gate.Open();
    while (!works) std::this_thread::yield();
    int asleep = 0;
    for (int i = 0; i < 100; i++) asleep += threads.Others({}, nullptr, false) == ThreadState::kAsleep;
    over = true;
    CHECK(asleep == 0);
    const uint64_t one = 1;
    REQUIRE(write(wake, &one, sizeof one) == sizeof one);
  }
  for (int fd : {wake, epoll}) close(fd);
}

TEST_CASE("threads that hand a word to each other are never all seen as asleep", "[loop]") {
  Gate here, there;
  Looker threads;
  std::atomic<bool> over{false};
  Waiter one([&] {
    while (!over) {
      here.Wait();
      there.Open();
    }
  });
  Waiter other([&] {
    while (!over) {
      there.Wait();
      here.Open();
    }
  });
  here.Open();
  int wrong = 0;
  for (int i = 0; i < 5000; i++) wrong += threads.Others({}, nullptr, true) == ThreadState::kAsleep;
  over = true;
  here.OpenForGood();
  there.OpenForGood();
  CHECK(wrong == 0);
}

TEST_CASE("a thread that runs is never seen as asleep", "[loop]") {
  Looker threads;
  std::atomic<bool> over{false};
  Waiter waiter([&over] {
    while (!over) continue;
  });
  int wrong = 0;
  for (int i = 0; i < 300; i++) wrong += threads.Others({}, nullptr, true) == ThreadState::kAsleep;
  over = true;
  CHECK(wrong == 0);
}

TEST_CASE("a thread that reads is in the hands of somebody outside", "[loop]") {
  int fds[2];
  REQUIRE(pipe(fds) == 0);
  Looker threads;
  std::atomic<ssize_t> size{0};
  {
    Waiter waiter([&fds, &size] {
      char byte;
      size = read(fds[0], &byte, 1);  // Catch2 is for one thread only
    });
    CHECK(Settled(&threads, {}, nullptr) == ThreadState::kOutside);
    CHECK(write(fds[1], "x", 1) == 1);
  }
  CHECK(size == 1);
  close(fds[0]);
  close(fds[1]);
}

TEST_CASE("a thread that waits for a time is outside, unless it was there from the start", "[loop]") {
  Gate gate;
  Waiter waiter([&gate] {
    std::unique_lock lock(gate.mutex);
    gate.condition.wait_for(lock, std::chrono::seconds(60), [&gate] { return gate.open; });
  });
  Threads later;
  CHECK(Settled(&later, {}, nullptr) == ThreadState::kOutside);
  Threads from_the_start;
  from_the_start.TakeBaseline();
  CHECK(Settled(&from_the_start, {}, nullptr) == ThreadState::kAsleep);
  gate.Open();
}

TEST_CASE("a thread whose wait is known to end by the clock is asleep, and wakes as soon as the clock is there",
          "[loop]") {
  const bool futex = GENERATE(true, false);
  uint32_t word = 0;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  Looker threads;
  const int64_t before = Clock::RealNowNs();
  {
    Waiter waiter([&] {
      const timespec limit = {60, 0};
      if (futex) {
        FutexWait(nullptr, reinterpret_cast<long>(&word), FUTEX_WAIT_PRIVATE, 0, reinterpret_cast<long>(&limit), 0, 0);
        return;
      }
      timespec until;
      clock_gettime(CLOCK_REALTIME, &until);
      until = Clock::Add(until, Clock::OffsetNs() + 60000 * kNsPerMs);
      pthread_mutex_lock(&mutex);
      CondTimedwait(&condition, &mutex, &until);
      pthread_mutex_unlock(&mutex);
    });
    CHECK(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
    const int64_t limit = threads.EarliestLimit();
    const int64_t left = limit - Clock::NowNs();
    CHECK(left > 30000 * kNsPerMs);
    CHECK(left <= 60000 * kNsPerMs);
    EndLimitedWaits();  // too early
    CHECK(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
    Clock::Advance(left);
    while (LimitOf(waiter.id()) != kNever) {
      EndLimitedWaits();
      sched_yield();
    }
  }
  CHECK(Clock::RealNowNs() - before < 50000 * kNsPerMs);
}

TEST_CASE("a thread in its poll is asleep if its loop said so", "[loop]") {
  int fds[2];
  REQUIRE(pipe(fds) == 0);
  const int epoll = epoll_create1(0);
  epoll_event event = {};
  event.events = EPOLLIN;
  REQUIRE(epoll_ctl(epoll, EPOLL_CTL_ADD, fds[0], &event) == 0);
  Looker threads;
  std::atomic<int> count{0};
  {
    Waiter waiter([epoll, &count] {
      epoll_event ready;
      count = epoll_wait(epoll, &ready, 1, 60000);
    });
    CHECK(Settled(&threads, {}, nullptr) == ThreadState::kOutside);
    CHECK(Settled(&threads, {waiter.id()}, nullptr) == ThreadState::kAsleep);
    CHECK(write(fds[1], "x", 1) == 1);
  }
  CHECK(count == 1);
  for (int fd : {fds[0], fds[1], epoll}) close(fd);
}

TEST_CASE("a thread in the poll of a loop that nobody controls is asleep if only this process can wake it", "[loop]") {
  int fds[2];
  const bool told = GENERATE(true, false);
  REQUIRE(pipe2(fds, O_CLOEXEC) == 0);
  if (told) FdTable::Get().OnPair(fds[0], fds[1]);
  const int wake = eventfd(0, EFD_CLOEXEC), epoll = epoll_create1(EPOLL_CLOEXEC);
  epoll_event event = {};
  event.events = EPOLLIN;
  REQUIRE(epoll_ctl(epoll, EPOLL_CTL_ADD, wake, &event) == 0);
  const bool piped = GENERATE(true, false);
  if (piped) REQUIRE(epoll_ctl(epoll, EPOLL_CTL_ADD, fds[0], &event) == 0);
  const int limit_ms = GENERATE(-1, 60000, 500);
  Looker threads;
  const uint64_t one = 1;
  std::atomic<bool> failed{false};
  {
    std::atomic<bool> over{false};
    Waiter waiter([&over, &failed, epoll, limit_ms] {
      epoll_event ready;
      while (!over) failed = epoll_wait(epoll, &ready, 1, limit_ms) < 0 || failed;
    });
    const bool asleep = limit_ms != 500 && (told || !piped);
    CHECK(Settled(&threads, {}, nullptr) == (asleep ? ThreadState::kAsleep : ThreadState::kOutside));
    over = true;
    REQUIRE(write(wake, &one, sizeof one) == sizeof one);
  }
  CHECK_FALSE(failed);
  for (int fd : {fds[0], fds[1]}) FdTable::Get().OnClose(fd);
  for (int fd : {fds[0], fds[1], wake, epoll}) close(fd);
}

TEST_CASE("a thread that waits for the looker's own lock has something to say", "[loop]") {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  Looker threads;
  pthread_mutex_lock(&lock);
  Waiter waiter([&lock] {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(threads.Others({}, &lock, true) == ThreadState::kRunning);
  CHECK(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
  pthread_mutex_unlock(&lock);
}

TEST_CASE("a thread does not sleep whose futex has changed, though nobody has woken it yet", "[loop]") {
  Looker threads;
  std::atomic<uint32_t> word{0};
  Waiter waiter([&word] {
    while (word == 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0);
  });
  CHECK(Settled(&threads, {}, nullptr) == ThreadState::kAsleep);
  word = 1;
  CHECK(threads.Others({}, nullptr, true) == ThreadState::kRunning);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

}  // namespace nacd::loop
