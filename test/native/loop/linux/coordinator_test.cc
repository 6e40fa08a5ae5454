#include "loop/linux/coordinator.h"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <thread>

#include "loop/linux/fd_table.h"

namespace nacd::loop {
namespace {

int64_t After(int64_t ms) { return Clock::NowNs() + ms * kNsPerMs; }
int64_t RealMs() { return Clock::RealNowNs() / kNsPerMs; }

// ThreadSanitizer starts a thread of its own with the program's first one. Later than our first loop it would be a
// stranger that may wake anybody, and no waiting would be skipped.
[[maybe_unused]] const bool kSanitizerStarted = [] {
  std::thread([] {}).join();
  return true;
}();

// A loop that does nothing but wait: its poll has a wake-up of libuv's kind and one of the coordinator's.
class Loop : public Surroundings {
 public:
  explicit Loop(Coordinator* coordinator) : coordinator_(coordinator) {
    self_.epoll_fd = epoll_create1(0);
    self_.async_fd = Watch();
    self_.wake_fd = Watch();
    coordinator_->Join(&self_);
  }
  ~Loop() override {
    coordinator_->Leave(&self_);
    for (int fd : {self_.epoll_fd, self_.async_fd, self_.wake_fd}) close(fd);
  }
  // Wakes the loop as libuv does from another thread.
  void Wake() {
    const uint64_t one = 1;
    Coordinator::OnWritten(self_.async_fd);
    if (write(self_.async_fd, &one, sizeof one) < 0) abort();
  }
  // On the loop's thread.
  WaitStats Wait(int64_t until, Coordinator::Skip skip = Coordinator::Skip::kAlways) {
    WaitStats stats;
    if (self_.thread == 0) self_.thread = static_cast<pid_t>(syscall(SYS_gettid));  // others read it from now on
    coordinator_->Wait(&self_, this, until, skip, nullptr, &stats);
    uint64_t value;
    for (int fd : {self_.async_fd, self_.wake_fd}) {
      if (read(fd, &value, sizeof value) < 0) continue;  // nobody has written
    }
    return stats;
  }

  void set_holding(bool holding) { self_.holding = holding; }

  bool outside = false, working = false, settled = true;
  bool OutsideInPlay() override { return outside; }
  bool Working() override { return working; }
  bool Settled() override { return settled; }
  bool IsReady() override {
    epoll_event event;
    return epoll_wait(self_.epoll_fd, &event, 1, 0) != 0;
  }
  void BeforeSleep() override {}

 private:
  int Watch() const {
    epoll_event event = {};
    event.events = EPOLLIN;
    event.data.fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    REQUIRE(epoll_ctl(self_.epoll_fd, EPOLL_CTL_ADD, event.data.fd, &event) == 0);
    return event.data.fd;
  }

  Coordinator* coordinator_;
  Participant self_;
};

}  // namespace

TEST_CASE("a loop alone does not wait", "[loop]") {
  Coordinator coordinator;
  Loop loop(&coordinator);
  const int64_t until = After(100000), real = RealMs();
  CHECK(loop.Wait(until).skips == 1);
  CHECK(Clock::NowNs() >= until);
  CHECK(RealMs() - real < 20000);
}

TEST_CASE("where only delays are skipped, a loop alone waits until it holds something", "[loop]") {
  Coordinator coordinator;
  Loop loop(&coordinator);
  const int64_t real = RealMs();
  CHECK(loop.Wait(After(50), Coordinator::Skip::kWhileHeld).skips == 0);
  CHECK(RealMs() - real >= 49);
  loop.set_holding(true);
  CHECK(loop.Wait(After(100000), Coordinator::Skip::kWhileHeld).skips == 1);
  CHECK(RealMs() - real < 20000);
}

TEST_CASE("where only delays are skipped, one loop that holds something is enough for all", "[loop]") {
  Coordinator coordinator;
  Loop holds(&coordinator), waits(&coordinator);
  holds.set_holding(true);
  const int64_t due = After(100000), real = RealMs();
  std::thread other([&] {
    while (Clock::NowNs() < due) waits.Wait(due, Coordinator::Skip::kWhileHeld);
  });
  while (Clock::NowNs() < due) holds.Wait(due, Coordinator::Skip::kWhileHeld);
  other.join();
  CHECK(RealMs() - real < 20000);
}

TEST_CASE("a loop waits for what is outside, or on its way", "[loop]") {
  Coordinator coordinator;
  Loop loop(&coordinator);
  SECTION("outside") { loop.outside = true; }
  SECTION("on its way") { loop.settled = false; }
  const int64_t real = RealMs();
  CHECK(loop.Wait(After(50)).skips == 0);
  CHECK(RealMs() - real >= 49);
}

TEST_CASE("a loop that waits alone for no time looks again when another one joins", "[loop]") {
  Coordinator coordinator;
  Loop first(&coordinator);
  first.working = true;
  std::atomic<bool> roused{false};
  std::thread other([&] {
    const WaitStats stats = first.Wait(kNever);
    roused = stats.real_waits == 1;  // and not one of many short ones
  });
  usleep(50000);
  CHECK_FALSE(roused);
  Loop second(&coordinator);
  for (int i = 0; i < 10000 && !roused; i++) usleep(1000);
  CHECK(roused);
  if (!roused) first.Wake();
  other.join();
}

// The pool is believed for some time only: what its threads do is asked then, and here there are none.
TEST_CASE("a pool that says that it works is not believed for ever", "[loop]") {
  Coordinator coordinator;
  Loop loop(&coordinator);
  loop.working = true;
  const int64_t real = RealMs();
  CHECK(loop.Wait(After(100000)).skips == 1);
  CHECK(RealMs() - real < 20000);
}

TEST_CASE("the clock jumps to the first of two loops' times, and the other one goes on waiting", "[loop]") {
  Coordinator coordinator;
  Loop first(&coordinator), second(&coordinator);
  const int64_t sooner = After(100000), later = sooner + 100000 * kNsPerMs;
  int64_t second_woke = 0;
  std::thread other([&] {
    while (Clock::NowNs() < later) second.Wait(later);  // woken when the clock has jumped
    second_woke = Clock::NowNs();
  });
  first.Wait(sooner);
  const int64_t first_woke = Clock::NowNs();
  CHECK(first_woke >= sooner);
  CHECK(first_woke < later);
  first.Wait(later);
  other.join();
  CHECK(second_woke >= later);
}

// Two threads that hand a word to each other: one of them always has something to do.
TEST_CASE("the clock stays while a loop that was woken has not come to its senses", "[loop]") {
  const int64_t far = After(1000000);
  for (int i = 0; i < 200; i++) {
    Coordinator coordinator;
    Loop worker(&coordinator), main(&coordinator);
    std::thread other([&] {
      worker.Wait(kNever);
      main.Wake();
    });
    worker.Wake();
    main.Wait(far);
    other.join();
  }
  CHECK(Clock::NowNs() < far);
}

TEST_CASE("a loop is asked again when a descriptor has come into view of the outside", "[loop]") {
  int pair[2];
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
  FdTable::Get().OnPair(pair[0], pair[1]);
  Coordinator coordinator;
  Loop idle(&coordinator), main(&coordinator);
  std::atomic<bool> roused{false};
  std::thread other([&] {
    idle.Wait(kNever);
    roused = true;
  });
  CHECK(main.Wait(After(100000)).real_ns < 20000 * kNsPerMs);
  FdTable::Get().OnFork();  // what `idle` said of itself may be wrong now: it is asked again
  for (int i = 0; i < 1000 && !roused; i++) main.Wait(After(2));
  CHECK(roused);
  idle.Wake();
  other.join();
  for (int fd : pair) {
    FdTable::Get().OnClose(fd);
    close(fd);
  }
}

}  // namespace nacd::loop
