#include "loop/linux/datagrams.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cerrno>
#include <cstring>

#include "../support.h"
#include "loop/linux/fd_table.h"

namespace nacd::loop {
namespace {

constexpr int64_t kMs = kNsPerMs;

// A socket of UDP on this host.
class Udp {
 public:
  Udp() : fd_(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    REQUIRE(bind(fd_, reinterpret_cast<sockaddr*>(&address_), size) == 0);
    REQUIRE(getsockname(fd_, reinterpret_cast<sockaddr*>(&address_), &size) == 0);
  }
  Udp(const Udp&) = delete;
  Udp& operator=(const Udp&) = delete;
  ~Udp() { close(fd_); }
  int fd() const { return fd_; }
  const sockaddr_in& address() const { return address_; }
  void Send(const sockaddr_in& to, const std::string& text) const {
    const auto* address = reinterpret_cast<const sockaddr*>(&to);
    REQUIRE(sendto(fd_, text.data(), text.size(), 0, address, sizeof to) == static_cast<ssize_t>(text.size()));
  }

 private:
  int fd_;
  sockaddr_in address_ = {};
};

// The result of one read of a socket.
struct Reading {
  ssize_t size = -1;
  int error = 0;
  std::string data;
  std::string from;
  std::string control;
  int flags = 0;
};

template <typename Receive>
Reading Read(size_t capacity, size_t control_capacity, Receive receive) {
  std::array<char, 64> data = {}, from = {};
  alignas(cmsghdr) std::array<char, 128> control = {};
  iovec parts[] = {{data.data(), capacity / 2}, {data.data() + capacity / 2, capacity - capacity / 2}};
  msghdr message = {from.data(), from.size(), parts, 2, control.data(), control_capacity, 0};
  Reading reading;
  reading.size = receive(&message);
  if (reading.size < 0) {
    reading.error = errno;
    return reading;
  }
  reading.data.assign(data.data(), capacity);
  reading.from.assign(from.data(), message.msg_namelen);
  reading.control.assign(control.data(), message.msg_controllen);
  reading.flags = message.msg_flags;
  return reading;
}

// Datagrams under a schedule that is replayed, and a socket of theirs.
class Fixture {
 public:
  using Delays = std::vector<std::pair<const char*, double>>;
  explicit Fixture(const Delays& delays, std::map<std::string, double> parameters = {},
                   schedule::Mode mode = schedule::Mode::kReplay)
      : scheduler_(OptionsOf(std::move(parameters), mode), nullptr, nullptr),
        names_(&scheduler_, {}),
        datagrams(&scheduler_, &names_) {
    schedule::Replay replay;
    for (const auto& [name, ms] : delays) replay.Add(name, schedule::Phase::kDescriptor, ms);
    scheduler_.SetReplay(std::move(replay));
  }
  void Take(int64_t now = 0, bool independent = false) {
    datagrams.Take(udp.fd(), {"udp#1", "udp", false, independent}, now);
  }
  Reading ReadOne(int flags = 0, size_t capacity = 16, size_t control = 128) {
    return Read(capacity, control, [&](msghdr* message) { return datagrams.Receive(udp.fd(), message, flags); });
  }
  // All that can be read now.
  std::string All() {
    std::string all;
    for (Reading one = ReadOne(); one.size >= 0; one = ReadOne()) all += one.data.substr(0, one.size) + " ";
    return all;
  }
  std::string AllAt(int64_t ms) {
    datagrams.Release(ms * kMs);
    return All();
  }

 private:
  static schedule::Options OptionsOf(std::map<std::string, double> parameters, schedule::Mode mode) {
    schedule::Options options;
    options.mode = mode;
    options.parameters = std::move(parameters);
    return options;
  }
  schedule::Scheduler scheduler_;
  Names names_;

 public:
  Datagrams datagrams;
  Udp udp;
};

int Pending(int fd) {
  int bytes = 0;
  REQUIRE(ioctl(fd, FIONREAD, &bytes) == 0);
  return bytes;
}

}  // namespace

TEST_CASE("a datagram is given as the kernel gives it") {
  Fixture fixture({});
  const Udp sender;
  const int on = GENERATE(0, 1);
  REQUIRE(setsockopt(fixture.udp.fd(), IPPROTO_IP, IP_PKTINFO, &on, sizeof on) == 0);
  const int flags = GENERATE(0, static_cast<int>(MSG_TRUNC), static_cast<int>(MSG_PEEK));
  const size_t capacity = GENERATE(0, 3, 5, 16), control = GENERATE(0, 128);
  sender.Send(fixture.udp.address(), "hello");
  const Reading kernels =
      Read(capacity, control, [&](msghdr* message) { return recvmsg(fixture.udp.fd(), message, flags); });
  if (!(flags & MSG_PEEK)) sender.Send(fixture.udp.address(), "hello");
  fixture.Take();
  CHECK(Pending(fixture.udp.fd()) == 0);
  const Reading ours = fixture.ReadOne(flags, capacity, control);
  CHECK(ours.size == kernels.size);
  CHECK(ours.data == kernels.data);
  CHECK(ours.from == kernels.from);
  CHECK(ours.control == kernels.control);
  CHECK(ours.flags == kernels.flags);
  CHECK((fixture.ReadOne().error == EAGAIN) == !(flags & MSG_PEEK));
}

TEST_CASE("datagrams of different senders overtake each other, those of one sender do not") {
  Fixture fixture({{"udp#1/ready#1", 50}, {"udp#1/sender#2/ready#2", 80}});
  const Udp one, other;
  one.Send(fixture.udp.address(), "a1");
  other.Send(fixture.udp.address(), "b1");
  one.Send(fixture.udp.address(), "a2");
  other.Send(fixture.udp.address(), "b2");
  fixture.Take();
  CHECK(fixture.All() == "b1 ");
  CHECK(fixture.datagrams.holding());
  CHECK(fixture.datagrams.NextDue() == 50 * kMs);
  other.Send(fixture.udp.address(), "b3");  // behind b2
  fixture.Take(10 * kMs);
  CHECK(fixture.All().empty());
  CHECK_FALSE(fixture.datagrams.IsReady(fixture.udp.fd()));
  CHECK(fixture.AllAt(49).empty());
  CHECK(fixture.AllAt(50) == "a1 a2 ");
  CHECK(fixture.datagrams.NextDue() == 80 * kMs);
  CHECK(fixture.AllAt(90) == "b2 b3 ");
  CHECK_FALSE(fixture.datagrams.holding());
  CHECK(fixture.datagrams.NextDue() == kNever);
}

TEST_CASE("datagrams of one sender overtake each other by an option, and answers of a DNS server without") {
  const bool option = GENERATE(true, false);
  Fixture fixture({{"udp#1/ready#1", 50}}, {{"datagram_reorder", option ? 1 : 0}});
  const Udp sender;
  sender.Send(fixture.udp.address(), "1");
  sender.Send(fixture.udp.address(), "2");
  fixture.Take(0, !option);
  CHECK(fixture.All() == "2 ");
  CHECK(fixture.AllAt(50) == "1 ");
}

TEST_CASE("a schedule loses a datagram, a share loses that many") {
  const Udp sender;
  Fixture replayed({{"udp#1/lost#2", 1}});
  for (const char* text : {"1", "2", "3"}) sender.Send(replayed.udp.address(), text);
  replayed.Take();
  CHECK(replayed.All() == "1 3 ");
  Fixture by_chance({}, {{"datagram_loss", GENERATE(0.0, 1.0)}}, schedule::Mode::kRandom);
  for (const char* text : {"1", "2"}) sender.Send(by_chance.udp.address(), text);
  by_chance.Take();
  const std::string seen = by_chance.All();
  CHECK((seen.empty() || seen == "1 2 "));
  Fixture never({}, {{"datagram_loss", 1}}, schedule::Mode::kNever);
  sender.Send(never.udp.address(), "1");
  never.Take();
  CHECK(never.All() == "1 ");
}

TEST_CASE("an error of a socket comes with its next read, once") {
  Fixture fixture({{"udp#1/ready#1", 50}});
  {
    const Udp gone;
    const auto* to = reinterpret_cast<const sockaddr*>(&gone.address());
    REQUIRE(connect(fixture.udp.fd(), to, sizeof gone.address()) == 0);
    gone.Send(fixture.udp.address(), "1");
    fixture.Take();
  }
  REQUIRE(send(fixture.udp.fd(), "x", 1, 0) == 1);
  fixture.Take();
  CHECK(fixture.datagrams.IsReady(fixture.udp.fd()));
  CHECK(fixture.ReadOne().error == ECONNREFUSED);
  CHECK(fixture.ReadOne().error == EAGAIN);
  CHECK(fixture.AllAt(50) == "1 ");
}

TEST_CASE("where many datagrams wait, none does longer") {
  Fixture fixture({{"udp#1/ready#1", 1000}});
  const Udp sender;
  for (int i = 0; i < 70; i++) sender.Send(fixture.udp.address(), "x");
  for (int i = 0; i < 2; i++) fixture.Take();
  CHECK(fixture.All().empty());
  fixture.Take();
  CHECK(fixture.All().size() == 140);
}

TEST_CASE("a socket that is closed or copied gives nothing up before its time") {
  Fixture fixture({{"udp#1/ready#1", 1000}});
  const Udp sender;
  const int fd = fixture.udp.fd();
  sender.Send(fixture.udp.address(), "x");
  fixture.Take();
  SECTION("copied: what was taken comes, then the kernel has the socket") {
    CHECK_FALSE(fixture.datagrams.Leave(fd));
    CHECK(fixture.All() == "x ");
    CHECK(fixture.datagrams.Leave(fd));
  }
  SECTION("closed") { fixture.datagrams.Forget(fd); }
  CHECK_FALSE(fixture.datagrams.Controls(fd));
  CHECK_FALSE(fixture.datagrams.holding());
  CHECK(fixture.datagrams.NextDue() == kNever);
}

namespace {

// A handle of libuv that collects what it receives, and closes itself after `count`.
struct Receiver {
  uv_udp_t handle;
  size_t count;
  std::vector<std::string> seen;
  std::array<char, 65536 * 2> buffer;

  Receiver(uv_loop_t* loop, size_t most, unsigned flags = 0) : count(most) {
    Expect(uv_udp_init_ex(loop, &handle, AF_UNSPEC | flags) == 0, "no UDP");
    sockaddr_in address;
    uv_ip4_addr("127.0.0.1", 0, &address);
    Expect(uv_udp_bind(&handle, reinterpret_cast<sockaddr*>(&address), 0) == 0, "no port");
    handle.data = this;
    uv_udp_recv_start(
        &handle,
        [](uv_handle_t* on, size_t, uv_buf_t* buf) {
          auto* self = static_cast<Receiver*>(on->data);
          *buf = uv_buf_init(self->buffer.data(), self->buffer.size());
        },
        [](uv_udp_t* on, ssize_t size, const uv_buf_t* buf, const sockaddr* from, unsigned) {
          auto* self = static_cast<Receiver*>(on->data);
          if (size < 0 || !from) return;
          self->seen.emplace_back(buf->base, size);
          if (self->seen.size() == self->count) uv_close(reinterpret_cast<uv_handle_t*>(on), nullptr);
        });
  }
  sockaddr_in Address() {
    sockaddr_in address = {};
    int size = sizeof address;
    uv_udp_getsockname(&handle, reinterpret_cast<sockaddr*>(&address), &size);
    return address;
  }
  int Fd() {
    uv_os_fd_t fd = -1;
    uv_fileno(reinterpret_cast<uv_handle_t*>(&handle), &fd);
    return fd;
  }
};

}  // namespace

TEST_CASE("a controlled loop gets all datagrams, each sender's in their order", "[loop]") {
  ControlledLoop loop(0.5, false);
  const unsigned flags = GENERATE(0u, static_cast<unsigned>(UV_UDP_RECVMMSG));
  auto receiver = std::make_unique<Receiver>(loop.get(), 8, flags);
  CHECK(FdTable::IsOwnDatagram(receiver->Fd()));
  const std::array<Udp, 4> senders;
  for (const char* text : {"1", "2"}) {
    for (size_t i = 0; i < senders.size(); i++) senders[i].Send(receiver->Address(), std::to_string(i) + text);
  }
  loop.Run();
  CHECK_FALSE(std::is_sorted(receiver->seen.begin(), receiver->seen.end(),
                             [](const auto& one, const auto& other) { return one[1] < other[1]; }));
  std::stable_sort(receiver->seen.begin(), receiver->seen.end(),
                   [](const auto& one, const auto& other) { return one[0] < other[0]; });
  CHECK(receiver->seen == std::vector<std::string>{"01", "02", "11", "12", "21", "22", "31", "32"});
}

TEST_CASE("a copied socket keeps its order, and one that is closed takes what it holds with it", "[loop]") {
  ControlledLoop loop(1, false);
  auto receiver = std::make_unique<Receiver>(loop.get(), 4);
  const std::array<Udp, 4> senders;
  const int fd = receiver->Fd();
  const int copy = dup(fd);
  FdTable::Get().OnCopied(fd, copy);
  CHECK_FALSE(FdTable::IsOwnDatagram(fd));
  for (size_t i = 0; i < senders.size(); i++) senders[i].Send(receiver->Address(), std::to_string(i));
  loop.Run();
  CHECK(receiver->seen == std::vector<std::string>{"0", "1", "2", "3"});
  FdTable::Get().OnClose(copy);
  close(copy);
  auto closed = std::make_unique<Receiver>(loop.get(), 1);
  for (const Udp& sender : senders) sender.Send(closed->Address(), "x");
  loop.Run();
  CHECK(closed->seen.size() == 1);
}

}  // namespace nacd::loop
