#include "loop/linux/sends.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

namespace nacd::loop {
namespace {

constexpr int64_t kMs = kNsPerMs;

// The loop's time when the test began: decisions are made at the present time.
const int64_t kStart = Clock::NowNs();

// A listener on this host that FdTable was told nothing of: to it, that is another process.
class Server {
 public:
  Server() : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    REQUIRE(bind(fd_, to(), size) == 0);
    REQUIRE(getsockname(fd_, reinterpret_cast<sockaddr*>(&address_), &size) == 0);
    REQUIRE(listen(fd_, 8) == 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() { close(fd_); }
  const sockaddr* to() const { return reinterpret_cast<const sockaddr*>(&address_); }
  int Accept() const { return accept4(fd_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK); }

 private:
  int fd_;
  sockaddr_in address_ = {};
};

// A connection to a server, and the server's end of it.
class Connection {
 public:
  Connection(const Server& server, Sends* sends) : fd_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    REQUIRE(connect(fd_, server.to(), sizeof(sockaddr_in)) == 0);
    sends->OnConnect(fd_, server.to());
    other_ = server.Accept();
    REQUIRE(other_ >= 0);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    close(fd_);
    close(other_);
  }
  int fd() const { return fd_; }
  // What has reached the server: the bytes, and "." at their end.
  std::string Arrived() const {
    std::array<char, 65536> data = {};
    std::string all;
    ssize_t size;
    while ((size = read(other_, data.data(), data.size())) > 0) all.append(data.data(), static_cast<size_t>(size));
    return size == 0 ? all + "." : all;
  }

 private:
  int fd_;
  int other_ = -1;
};

class Fixture {
 public:
  // `delays`: of the process's connections' sends, in the order in which they are made.
  explicit Fixture(const std::vector<std::pair<const char*, double>>& delays)
      : scheduler_(OptionsOf(), nullptr, nullptr), names_(&scheduler_, {}), sends(&scheduler_, &names_) {
    schedule::Replay replay;
    for (const auto& [name, ms] : delays) replay.Add(name, schedule::Phase::kDescriptor, ms);
    scheduler_.SetReplay(std::move(replay));
  }
  // As write(2): by the program, and by whoever it is given to.
  void Write(const Connection& connection, std::string text) {
    const iovec parts[] = {{text.data(), text.size() / 2},
                           {text.data() + text.size() / 2, text.size() - text.size() / 2}};
    if (sends.Hold(connection.fd(), parts, 2)) return;
    REQUIRE(write(connection.fd(), text.data(), text.size()) == static_cast<ssize_t>(text.size()));
  }

 private:
  static schedule::Options OptionsOf() {
    schedule::Options options;
    options.mode = schedule::Mode::kReplay;
    return options;
  }
  schedule::Scheduler scheduler_;
  Names names_;

 public:
  Sends sends;
};

constexpr int64_t kLate = 1'000'000 * kMs;

}  // namespace

TEST_CASE("what one connection carries can pass what another one carries, and keeps its own order") {
  Fixture fixture({{"sent#1", 60'000}});
  const Server server;
  const Connection one(server, &fixture.sends), other(server, &fixture.sends);
  fixture.Write(one, "first ");
  fixture.Write(other, "second ");
  fixture.Write(one, "third");
  CHECK(one.Arrived().empty());
  CHECK(other.Arrived() == "second ");
  CHECK(fixture.sends.holding());
  CHECK(fixture.sends.NextDue() >= kStart + 60'000 * kMs);
  fixture.sends.Release(kStart + 59'000 * kMs);
  CHECK(one.Arrived().empty());
  fixture.sends.Release(kStart + kLate);
  CHECK(one.Arrived() == "first third");
  CHECK_FALSE(fixture.sends.holding());
  CHECK(fixture.sends.NextDue() == kNever);
}

TEST_CASE("a connection that is the only one to its server is not held") {
  Fixture fixture({{"sent#1", 60'000}, {"sent#2", 60'000}});
  const Server server, another;
  const Connection one(server, &fixture.sends), elsewhere(another, &fixture.sends);
  fixture.Write(one, "a");
  fixture.Write(elsewhere, "b");
  CHECK(one.Arrived() == "a");
  CHECK(elsewhere.Arrived() == "b");
  {
    const Connection gone(server, &fixture.sends);
    fixture.sends.Forget(gone.fd());
  }
  fixture.Write(one, "c");
  CHECK(one.Arrived() == "c");
}

TEST_CASE("the end of a connection follows what is held") {
  Fixture fixture({{"sent#1", 60'000}});
  const Server server;
  const Connection one(server, &fixture.sends), other(server, &fixture.sends);
  CHECK_FALSE(fixture.sends.HoldEnd(other.fd()));
  fixture.Write(one, "all");
  REQUIRE(fixture.sends.HoldEnd(one.fd()));
  CHECK(one.Arrived().empty());
  fixture.sends.Release(kStart + kLate);
  CHECK(one.Arrived() == "all.");
}

TEST_CASE("nothing that is held is lost when its connection closes, the thread waits or the process exits") {
  Fixture fixture({{"sent#1", 60'000}, {"sent#2", 60'000}});
  const Server server;
  const Connection one(server, &fixture.sends), other(server, &fixture.sends);
  fixture.Write(one, "one");
  fixture.Write(other, "other");
  fixture.sends.Forget(one.fd());
  CHECK(one.Arrived() == "one");
  CHECK(other.Arrived().empty());
  fixture.sends.FlushAll();
  CHECK(other.Arrived() == "other");
  CHECK_FALSE(fixture.sends.holding());
}

TEST_CASE("more than the kernel would take is not held, and what was held goes first") {
  Fixture fixture({{"sent#1", 60'000}});
  const Server server;
  const Connection one(server, &fixture.sends), other(server, &fixture.sends);
  fixture.Write(one, "first");
  fixture.Write(one, std::string(20'000, 'x'));
  CHECK(one.Arrived() == "first" + std::string(20'000, 'x'));
}

}  // namespace nacd::loop
