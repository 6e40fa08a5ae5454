#include "loop/linux/absolute_waits.h"

#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <threads.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <functional>
#include <string>
#include <thread>

#include "loop/linux/clock.h"

namespace nacd::loop {
namespace {

constexpr int64_t kAheadNs = 20000 * kNsPerMs;
constexpr int64_t kLimitNs = 20 * kNsPerMs;

int64_t due = 0;  // in real time

// A point in time soon, as a program reads it from our clock, which is ahead of the real one.
timespec Soon(clockid_t clock) {
  if (Clock::OffsetNs() < kAheadNs) Clock::Advance(kAheadNs);
  due = Clock::RealNowNs() + kLimitNs;
  timespec now;
  clock_gettime(clock, &now);
  return Clock::Add(now, Clock::OffsetNs() + kLimitNs);
}

// Returns what `wait` does, and checks that it ends when it is due.
int Timed(const std::function<int()>& wait) {
  const int result = wait();
  const int64_t late = Clock::RealNowNs() - due;
  CHECK(late > -kNsPerMs);
  CHECK(late < kAheadNs / 2);
  return result;
}

// On another thread: what this one has locked is not free for it.
int TimedElsewhere(const std::function<int()>& wait) {
  int result = 0;
  std::thread([&] { result = Timed(wait); }).join();
  return result;
}

}  // namespace

TEST_CASE("a wait for a semaphore by a given clock takes as long as its limit says", "[loop]") {
  FindAbsoluteWaits();
  sem_t semaphore;
  sem_init(&semaphore, 0, 0);
  const timespec until = Soon(CLOCK_MONOTONIC);
  CHECK(Timed([&] { return SemClockwait(&semaphore, CLOCK_MONOTONIC, &until); }) == -1);
  CHECK(errno == ETIMEDOUT);
  sem_destroy(&semaphore);
}

TEST_CASE("a wait for a mutex takes as long as its limit says", "[loop]") {
  FindAbsoluteWaits();
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  const timespec real_time = Soon(CLOCK_REALTIME);
  CHECK(TimedElsewhere([&] { return MutexTimedlock(&mutex, &real_time); }) == ETIMEDOUT);
  const timespec monotonic = Soon(CLOCK_MONOTONIC);
  CHECK(TimedElsewhere([&] { return MutexClocklock(&mutex, CLOCK_MONOTONIC, &monotonic); }) == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
}

TEST_CASE("a wait for a lock of readers and writers takes as long as its limit says", "[loop]") {
  FindAbsoluteWaits();
  pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_wrlock(&lock);
  timespec until = Soon(CLOCK_REALTIME);
  CHECK(TimedElsewhere([&] { return RwlockTimedrdlock(&lock, &until); }) == ETIMEDOUT);
  until = Soon(CLOCK_REALTIME);
  CHECK(TimedElsewhere([&] { return RwlockTimedwrlock(&lock, &until); }) == ETIMEDOUT);
  until = Soon(CLOCK_MONOTONIC);
  CHECK(TimedElsewhere([&] { return RwlockClockrdlock(&lock, CLOCK_MONOTONIC, &until); }) == ETIMEDOUT);
  until = Soon(CLOCK_MONOTONIC);
  CHECK(TimedElsewhere([&] { return RwlockClockwrlock(&lock, CLOCK_MONOTONIC, &until); }) == ETIMEDOUT);
  pthread_rwlock_unlock(&lock);
}

TEST_CASE("a wait of C11's threads takes as long as its limit says", "[loop]") {
  FindAbsoluteWaits();
  mtx_t lock;
  mtx_init(&lock, mtx_timed);
  mtx_lock(&lock);
  timespec until = Soon(CLOCK_REALTIME);
  CHECK(TimedElsewhere([&] { return MtxTimedlock(&lock, &until); }) == thrd_timedout);
  cnd_t condition;
  cnd_init(&condition);
  until = Soon(CLOCK_REALTIME);
  CHECK(Timed([&] { return CndTimedwait(&condition, &lock, &until); }) == thrd_timedout);
  timespec now;
  REQUIRE(TimespecGet(&now, TIME_UTC) == TIME_UTC);
  timespec real;
  clock_gettime(CLOCK_REALTIME, &real);
  CHECK(now.tv_sec - real.tv_sec >= kAheadNs / kNsPerSecond - 1);
  mtx_unlock(&lock);
  cnd_destroy(&condition);
  mtx_destroy(&lock);
}

TEST_CASE("a wait for the end of a thread takes as long as its limit says", "[loop]") {
  FindAbsoluteWaits();
  sem_t end;
  sem_init(&end, 0, 0);
  pthread_t thread;
  const auto wait = [](void* semaphore) -> void* {
    while (sem_wait(static_cast<sem_t*>(semaphore)) != 0) continue;
    return nullptr;
  };
  REQUIRE(pthread_create(&thread, nullptr, wait, &end) == 0);
  const timespec until = Soon(CLOCK_REALTIME);
  CHECK(Timed([&] { return TimedjoinNp(thread, nullptr, &until); }) == ETIMEDOUT);
  sem_post(&end);
  CHECK(TimedjoinNp(thread, nullptr, nullptr) == 0);
  sem_destroy(&end);
}

TEST_CASE("a wait for a message takes as long as its limit says", "[loop]") {
  FindAbsoluteWaits();
  const std::string name = "/nacd-" + std::to_string(getpid());
  mq_attr size = {};
  size.mq_maxmsg = size.mq_msgsize = 1;
  const mqd_t queue = mq_open(name.c_str(), O_RDWR | O_CREAT, 0600, &size);
  if (queue == static_cast<mqd_t>(-1)) return;  // not on every machine
  mq_unlink(name.c_str());
  char message = 0;
  timespec until = Soon(CLOCK_REALTIME);
  CHECK(Timed([&] { return MqTimedreceive(queue, &message, 1, nullptr, &until); }) == -1);
  CHECK(errno == ETIMEDOUT);
  REQUIRE(MqTimedsend(queue, &message, 1, 0, nullptr) == 0);
  until = Soon(CLOCK_REALTIME);
  CHECK(Timed([&] { return MqTimedsend(queue, &message, 1, 0, &until); }) == -1);
  CHECK(errno == ETIMEDOUT);
  mq_close(queue);
}

TEST_CASE("a sleep until a point in time ends there", "[loop]") {
  const timespec until = Soon(CLOCK_MONOTONIC);
  CHECK(Timed([&] { return ClockNanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, nullptr); }) == 0);
  const timespec limit = {0, kLimitNs};
  due = Clock::RealNowNs() + kLimitNs;
  CHECK(Timed([&] { return ClockNanosleep(CLOCK_MONOTONIC, 0, &limit, nullptr); }) == 0);
}

TEST_CASE("a timer descriptor fires at its point in time", "[loop]") {
  const int fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
  pollfd wait = {fd, POLLIN, 0};
  itimerspec value = {{}, Soon(CLOCK_MONOTONIC)};
  REQUIRE(TimerfdSettime(fd, TFD_TIMER_ABSTIME, &value, nullptr) == 0);
  CHECK(Timed([&] { return poll(&wait, 1, 10000); }) == 1);
  SECTION("0 stops it") {
    value.it_value = {};
    REQUIRE(TimerfdSettime(fd, TFD_TIMER_ABSTIME, &value, nullptr) == 0);
    CHECK(poll(&wait, 1, 0) == 0);
  }
  SECTION("a point long past fires at once") {
    value.it_value = {0, 1};
    REQUIRE(TimerfdSettime(fd, TFD_TIMER_ABSTIME, &value, nullptr) == 0);
    CHECK(poll(&wait, 1, 1000) == 1);
  }
  close(fd);
}

}  // namespace nacd::loop
