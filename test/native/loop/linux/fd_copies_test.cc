// Descriptors that are the same socket, unix sockets by other spellings of their path, and clients that are accepted
// before their connect() has returned.
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "folder.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/in_flight.h"
#include "loop/linux/socket_calls.h"

namespace nacd::loop {
namespace {

const sockaddr* As(const auto& address) { return reinterpret_cast<const sockaddr*>(&address); }

FdTable& Table() { return FdTable::Get(); }

void CloseTold(int fd) {
  Table().OnClose(fd);
  close(fd);
}

sockaddr_un Unix(const std::string& path) {
  sockaddr_un address = {AF_UNIX, {}};
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  return address;
}

template <typename Address>
int MakeListener(Address* address) {
  const int fd = socket(As(*address)->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t size = sizeof *address;
  REQUIRE(bind(fd, As(*address), size) == 0);
  Table().OnBind(fd, As(*address));
  REQUIRE(listen(fd, 8) == 0);
  Table().OnListen(fd, "server");
  getsockname(fd, reinterpret_cast<sockaddr*>(address), &size);
  return fd;
}

sockaddr_in Loopback() { return {AF_INET, 0, {htonl(INADDR_LOOPBACK)}, {}}; }

// connect() has returned, but is not told yet.
template <typename Address>
int ConnectUntold(const Address& address) {
  const int fd = socket(As(address)->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  REQUIRE(connect(fd, As(address), sizeof address) == 0);
  return fd;
}

template <typename Address>
int MakeClient(const Address& address) {
  const int fd = ConnectUntold(address);
  Table().OnConnect(fd, As(address), "client");
  return fd;
}

int TakeClient(int listener) {
  const int fd = accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
  Table().OnAccept(listener, fd);
  return fd;
}

int Copy(int fd) {
  const int copy = dup(fd);
  Table().OnCopied(fd, copy);
  return copy;
}

}  // namespace

TEST_CASE("a unix listener is the same by any spelling of its path", "[loop]") {
  const Folder folder;
  sockaddr_un address = Unix(folder.File("socket"));
  const int listener = MakeListener(&address);
  const std::string link = folder.File("link");
  REQUIRE(symlink(address.sun_path, link.c_str()) == 0);
  const std::string name = GENERATE("link", "/socket", "./socket");
  const int client = MakeClient(Unix(folder.File(name)));
  CHECK(Table().HasOwnClient(listener));
  CHECK(FdTable::Inside(listener));
  const int accepted = TakeClient(listener);
  CHECK_FALSE(Table().HasOwnClient(listener));
  CHECK(FdTable::PeerOf(client) == accepted);
  CHECK(Table().OriginOf(accepted) == "client/accepted");
  for (const int fd : {client, accepted, listener}) CloseTold(fd);
}

TEST_CASE("a path that was given to another listener leads to that one", "[loop]") {
  const Folder folder;
  sockaddr_un address = Unix(folder.File("socket"));
  const int first = MakeListener(&address);
  REQUIRE(rename(address.sun_path, folder.File("old").c_str()) == 0);
  const int second = MakeListener(&address);
  const int client = MakeClient(Unix(folder.File("old")));
  CHECK(Table().HasOwnClient(first));
  CHECK_FALSE(Table().HasOwnClient(second));
  for (const int fd : {client, first, second}) CloseTold(fd);
}

TEST_CASE("a client that is accepted before its connect() has returned is inside, and known", "[loop]") {
  sockaddr_in address = Loopback();
  const int listener = MakeListener(&address);
  const int client = ConnectUntold(address);
  const int accepted = TakeClient(listener);
  CHECK_FALSE(FdTable::Inside(accepted));
  CHECK_FALSE(FdTable::Inside(listener));
  Table().OnConnect(client, As(address), "client");
  CHECK(FdTable::Inside(client));
  CHECK(FdTable::Inside(accepted));
  CHECK(FdTable::Inside(listener));
  CHECK(FdTable::PeerOf(client) == accepted);
  InFlight flight;
  flight.Written(client);
  CHECK(flight.Settled());
  for (const int fd : {client, accepted, listener}) CloseTold(fd);
}

TEST_CASE("a client of a unix socket that is accepted early is not taken for the next one", "[loop]") {
  const Folder folder;
  sockaddr_un address = Unix(folder.File("socket"));
  const int listener = MakeListener(&address);
  const int client = ConnectUntold(address);
  const int accepted = TakeClient(listener);
  Table().OnConnect(client, As(address), "client");
  CHECK_FALSE(Table().HasOwnClient(listener));
  CHECK(FdTable::PeerOf(client) == accepted);
  const int next = MakeClient(address), its = TakeClient(listener);
  CHECK(FdTable::PeerOf(next) == its);
  for (const int fd : {client, accepted, next, its, listener}) CloseTold(fd);
}

TEST_CASE("a listener that somebody else has connected to stays outside when this process connects", "[loop]") {
  sockaddr_in address = Loopback();
  const int listener = MakeListener(&address);
  const int stranger = ConnectUntold(address), accepted = TakeClient(listener), client = MakeClient(address);
  CHECK_FALSE(FdTable::Inside(listener));
  for (const int fd : {stranger, accepted, client, listener}) CloseTold(fd);
}

TEST_CASE("a copied connection is outside at both ends, and nothing is in flight on it", "[loop]") {
  sockaddr_in address = Loopback();
  const int listener = MakeListener(&address), client = MakeClient(address), accepted = TakeClient(listener);
  const int copy = Copy(GENERATE(true, false) ? client : accepted);
  for (const int fd : {client, accepted, copy}) CHECK_FALSE(FdTable::Inside(fd));
  CHECK(FdTable::Inside(listener));
  CHECK(FdTable::HasOwnPeer(copy));
  InFlight flight;
  REQUIRE(write(client, "x", 1) == 1);
  flight.Written(client);
  CHECK(flight.Settled());
  for (const int fd : {client, accepted, copy, listener}) CloseTold(fd);
}

TEST_CASE("a client of which only a copy is left when it is accepted is outside", "[loop]") {
  const Folder folder;
  sockaddr_in loopback = Loopback();
  sockaddr_un local = Unix(folder.File("socket"));
  const bool tcp = GENERATE(true, false);
  const int listener = tcp ? MakeListener(&loopback) : MakeListener(&local);
  const int client = tcp ? MakeClient(loopback) : MakeClient(local);
  const int copy = Copy(client);
  CloseTold(client);
  const int accepted = TakeClient(listener);
  CHECK_FALSE(FdTable::Inside(accepted));
  for (const int fd : {accepted, copy, listener}) CloseTold(fd);
}

TEST_CASE("a client is outside if only a copy is left of what was accepted before its connect() had returned",
          "[loop]") {
  const Folder folder;
  sockaddr_un address = Unix(folder.File("socket"));
  const int listener = MakeListener(&address), client = ConnectUntold(address), accepted = TakeClient(listener);
  const int copy = Copy(accepted);
  CloseTold(accepted);
  Table().OnConnect(client, As(address), "client");
  CHECK_FALSE(FdTable::Inside(client));
  for (const int fd : {client, copy, listener}) CloseTold(fd);
}

TEST_CASE("a copied listener is outside, and what its copy accepts settles", "[loop]") {
  sockaddr_in address = Loopback();
  const int listener = MakeListener(&address), client = MakeClient(address), copy = Copy(listener);
  CHECK_FALSE(FdTable::Inside(listener));
  CHECK_FALSE(FdTable::Inside(copy));
  CHECK_FALSE(FdTable::Inside(client));  // somebody else may accept it
  CloseTold(listener);
  const int accepted = TakeClient(copy);
  InFlight flight;
  flight.Written(client);
  CHECK(flight.Settled());
  for (const int fd : {client, accepted, copy}) CloseTold(fd);
}

TEST_CASE("a fork shares what a new program would keep", "[loop]") {
  sockaddr_in address = Loopback();
  const int listener = MakeListener(&address), client = MakeClient(address), accepted = TakeClient(listener);
  const bool kept = GENERATE(true, false);
  if (kept) REQUIRE(fcntl(client, F_SETFD, 0) == 0);
  Table().OnFork();
  CHECK(FdTable::Inside(accepted) == !kept);
  for (const int fd : {client, accepted, listener}) CloseTold(fd);
}

TEST_CASE("a child by any call may share pipes", "[loop]") {
  int fds[2];
  REQUIRE(pipe2(fds, O_CLOEXEC) == 0);
  Table().OnPair(fds[0], fds[1]);
  const int how = GENERATE(0, 1, 2, 3, 4);
  char name[] = "true", *const arguments[] = {name, nullptr};
  pid_t child = 0;
  if (how == 0 && (child = Fork()) == 0) _exit(0);
  if (how == 1) REQUIRE(PosixSpawn(&child, "/bin/true", nullptr, nullptr, arguments, nullptr) == 0);
  if (how == 2) REQUIRE(PosixSpawnp(&child, "true", nullptr, nullptr, arguments, nullptr) == 0);
  if (how == 3) REQUIRE(System("true") == 0);
  if (how == 4) pclose(Popen("true", "r"));
  if (child > 0) waitpid(child, nullptr, 0);
  CHECK_FALSE(FdTable::Inside(fds[0]));
  for (const int fd : fds) CloseTold(fd);
}

TEST_CASE("copies and closed ranges are told", "[loop]") {
  sockaddr_in address = Loopback();
  const int listener = MakeListener(&address), client = MakeClient(address), accepted = TakeClient(listener);
  const int how = GENERATE(0, 1, 2, 3);
  const int free = 300;
  const int copy = how == 0   ? Dup(client)
                   : how == 1 ? Dup2(client, free)
                   : how == 2 ? Dup3(client, free, O_CLOEXEC)
                              : Fcntl(client, F_DUPFD_CLOEXEC, free);
  CHECK(FdTable::Shared(copy));
  CHECK_FALSE(FdTable::Inside(accepted));
  CHECK(Dup2(copy, copy) == copy);
  CHECK(FdTable::Shared(copy));
  CHECK(Dup2(12345, copy) == -1);
  CHECK(FdTable::Known(copy));
  REQUIRE(CloseRange(static_cast<unsigned>(copy), static_cast<unsigned>(copy), 0) == 0);
  CHECK_FALSE(FdTable::Known(copy));
  for (const int fd : {client, accepted, listener}) CloseTold(fd);
}

}  // namespace nacd::loop
