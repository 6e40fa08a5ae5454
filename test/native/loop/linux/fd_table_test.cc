#include "loop/linux/fd_table.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "loop/linux/addresses.h"
#include "loop/linux/others.h"

namespace nacd::loop {
namespace {

sockaddr_in Loopback(int port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

const sockaddr* As(const sockaddr_in& address) { return reinterpret_cast<const sockaddr*>(&address); }

// A listener on a port of the kernel's choice, as the interposed functions would tell of it.
struct Listener {
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address = Loopback(0);
  Listener() {
    REQUIRE(bind(fd, As(address), sizeof address) == 0);
    FdTable::Get().OnBind(fd, As(address));
    REQUIRE(listen(fd, 8) == 0);
    FdTable::Get().OnListen(fd, "server");
    socklen_t size = sizeof address;
    getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  }
  ~Listener() {
    FdTable::Get().OnClose(fd);
    close(fd);
  }
};

int Client(const Listener& listener, bool told) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  REQUIRE(connect(fd, As(listener.address), sizeof listener.address) == 0);
  if (told) FdTable::Get().OnConnect(fd, As(listener.address), "client");
  return fd;
}

// The same on a port of the program's choice.
int Listen(const sockaddr_in& address) {
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  REQUIRE(bind(fd, As(address), sizeof address) == 0);
  FdTable::Get().OnBind(fd, As(address));
  REQUIRE(listen(fd, 8) == 0);
  FdTable::Get().OnListen(fd, "server");
  return fd;
}

int Accept(const Listener& listener) {
  const int fd = accept(listener.fd, nullptr, nullptr);
  FdTable::Get().OnAccept(listener.fd, fd);
  return fd;
}

void Close(int fd) {
  FdTable::Get().OnClose(fd);
  close(fd);
}

}  // namespace

TEST_CASE("both ends of a connection within the process are inside, and know each other", "[loop]") {
  Listener listener;
  const int client = Client(listener, true);
  CHECK(FdTable::Get().ListenerOf(client) == listener.fd);
  const int accepted = Accept(listener);
  CHECK(FdTable::Inside(client));
  CHECK(FdTable::Inside(accepted));
  CHECK(FdTable::Inside(listener.fd));
  CHECK(FdTable::Get().PeerOf(client) == accepted);
  CHECK(FdTable::Get().PeerOf(accepted) == client);
  CHECK(FdTable::Get().OriginOf(accepted) == "client/accepted");
  const std::string link =
      "4:" + std::to_string(PortOf(LocalKey(client))) + ">" + std::to_string(PortOf(PeerKey(client)));
  CHECK(FdTable::Get().ConnectionOf(client).link == link);
  CHECK(FdTable::Get().ConnectionOf(accepted).link == link);
  Close(client);
  CHECK(FdTable::Get().PeerOf(accepted) == -1);
  CHECK(FdTable::Inside(accepted));
  Close(accepted);
}

TEST_CASE("a connection that was not seen being made comes from outside, and so may others", "[loop]") {
  Listener listener;
  const int client = Client(listener, false);
  const int accepted = Accept(listener);
  CHECK_FALSE(FdTable::Inside(accepted));
  CHECK_FALSE(FdTable::Inside(client));
  CHECK_FALSE(FdTable::Inside(listener.fd));
  const int ours = Client(listener, true);
  CHECK_FALSE(FdTable::Inside(listener.fd));
  Close(client);
  Close(accepted);
  Close(ours);
}

TEST_CASE("a port of the kernel's choice is known to nobody outside until it is told", "[loop]") {
  Listener listener;
  CHECK(FdTable::Inside(listener.fd));
  const std::string text = "listening on port " + std::to_string(ntohs(listener.address.sin_port)) + "\n";
  FdTable::Get().OnTold(1, "nothing", 7);
  CHECK(FdTable::Inside(listener.fd));
  FdTable::Get().OnTold(1, text.data(), text.size());
  CHECK_FALSE(FdTable::Inside(listener.fd));
}

TEST_CASE("a connection that is refused at once tells nobody", "[loop]") {
  Listener listener;
  sockaddr_in nobody = {};
  {
    Listener closed;
    nobody = closed.address;
  }
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  REQUIRE(connect(fd, As(nobody), sizeof nobody) != 0);
  FdTable::Get().OnConnect(fd, As(nobody), "refused");
  CHECK(FdTable::Inside(fd));
  CHECK(FdTable::Inside(listener.fd));
  Close(fd);
}

namespace {

// Sends something to a listener that this process did not see being made. Returns the descriptor.
int SendOutside(int type) {
  const int other = socket(AF_INET, type, 0);
  sockaddr_in address = Loopback(0);
  socklen_t size = sizeof address;
  REQUIRE(bind(other, As(address), size) == 0);
  getsockname(other, reinterpret_cast<sockaddr*>(&address), &size);
  if (type == SOCK_STREAM) REQUIRE(listen(other, 8) == 0);
  const int fd = socket(AF_INET, type, 0);
  REQUIRE(connect(fd, As(address), size) == 0);
  if (type == SOCK_STREAM) FdTable::Get().OnConnect(fd, As(address), "outside");
  close(other);
  FdTable::Get().OnTold(fd, "\x12\x34", 2);
  return fd;
}

}  // namespace

TEST_CASE("a listener that is there when something is sent outside stays outside", "[loop]") {
  Listener listener;
  const int first = Client(listener, true);
  CHECK(FdTable::Inside(listener.fd));
  const int type = GENERATE(SOCK_STREAM, SOCK_DGRAM);
  const int sent = SendOutside(type);
  CHECK_FALSE(FdTable::Inside(listener.fd));
  const int second = Client(listener, true);
  CHECK_FALSE(FdTable::Inside(listener.fd));
  CHECK(FdTable::Inside(second));
  {
    Listener later;
    CHECK(FdTable::Inside(later.fd));
    FdTable::Get().OnTold(second, "within", 6);
    CHECK(FdTable::Inside(later.fd));
    FdTable::Get().OnTold(sent, "once more", 9);
    CHECK(FdTable::Inside(later.fd) == false);
  }
  for (int fd : {first, second, sent}) Close(fd);
}

TEST_CASE("a listener of a network's host, or on a port that was agreed upon, is outside", "[loop]") {
  const bool waits = GENERATE(true, false);
  FdTable::WaitForAgreed(waits);
  int free_port;
  {
    const Listener found;
    free_port = ntohs(found.address.sin_port);
  }
  sockaddr_in address = Loopback(free_port);
  const bool loopback = GENERATE(true, false);
  if (!loopback) address.sin_addr.s_addr = INADDR_ANY;
  const int fd = Listen(address);
  CHECK(FdTable::Inside(fd) == FdTable::ExpectsNobody());
  CHECK((!waits || !FdTable::ExpectsNobody()));
  nacd::loop::Others::OnForking();
  FdTable::Get().OnFork();  // a child may know the port, and be waited for
  CHECK_FALSE(FdTable::ExpectsNobody());
  CHECK_FALSE(FdTable::Inside(fd));
  Close(fd);
  const int later = Listen(address);
  CHECK_FALSE(FdTable::Inside(later));
  address = Loopback(free_port);
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  REQUIRE(connect(client, As(address), sizeof address) == 0);
  FdTable::Get().OnConnect(client, As(address), "client");
  CHECK(FdTable::Inside(client));
  CHECK(FdTable::Inside(later) == (loopback || !waits));
  FdTable::WaitForAgreed(true);
  Close(client);
  Close(later);
  const std::string network("4\xc0\xa8\x01\x02\x00\x50", 7), any("4\0\0\0\0\x00\x50", 7);
  CHECK(IsOfNetwork(network));
  CHECK_FALSE(IsOfNetwork(any));
  CHECK_FALSE(IsOfNetwork(AddressKey(As(Loopback(80)))));
}

TEST_CASE("a descriptor is a test runner's own until it is closed", "[loop]") {
  int fds[2];
  REQUIRE(pipe(fds) == 0);
  FdTable::Get().OnPair(fds[0], fds[1], true);
  CHECK(FdTable::Machinery(fds[0]));
  FdTable::Get().OnFork();
  CHECK(FdTable::Machinery(fds[1]));
  Close(fds[0]);
  Close(fds[1]);
  CHECK_FALSE(FdTable::Machinery(fds[0]));
  CHECK_FALSE(FdTable::Known(fds[0]));
}

TEST_CASE("a child process may share pipes", "[loop]") {
  int fds[2];
  REQUIRE(pipe(fds) == 0);
  FdTable::Get().OnPair(fds[0], fds[1]);
  CHECK(FdTable::Inside(fds[0]));
  FdTable::Get().OnFork();
  CHECK_FALSE(FdTable::Inside(fds[0]));
  Close(fds[0]);
  Close(fds[1]);
}

TEST_CASE("a pair has a link by the end that a child gets, and a connection to another machine has none", "[loop]") {
  int ends[2];
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  FdTable::Get().OnPair(ends[0], ends[1], false, {"pipe#1", "end#1"});
  CHECK_FALSE(LinkOfEnd(ends[1]).empty());
  CHECK(FdTable::Get().ConnectionOf(ends[0]).link == LinkOfEnd(ends[1]));
  CHECK(LinkOfEnd(ends[0]) != LinkOfEnd(ends[1]));
  CHECK(LinkOfEnd(STDIN_FILENO + 1000).empty());
  for (const int fd : ends) Close(fd);
  sockaddr_in other = Loopback(80);
  other.sin_addr.s_addr = htonl(0x0a000001);
  CHECK(LinkOf(AddressKey(As(Loopback(1))), AddressKey(As(other))).empty());
}

TEST_CASE("IPv4 within IPv6 is the same address", "[loop]") {
  sockaddr_in6 mapped = {};
  mapped.sin6_family = AF_INET6;
  mapped.sin6_port = htons(80);
  inet_pton(AF_INET6, "::ffff:127.0.0.1", &mapped.sin6_addr);
  CHECK(AddressKey(reinterpret_cast<sockaddr*>(&mapped)) == AddressKey(As(Loopback(80))));
  CHECK(AddressKey(As(Loopback(80))) != AddressKey(As(Loopback(81))));
}

}  // namespace nacd::loop
