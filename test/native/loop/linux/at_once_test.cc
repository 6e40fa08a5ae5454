#include "loop/linux/at_once.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>

#include "../../folder.h"
#include "../support.h"
#include "loop/linux/fd_table.h"

namespace nacd::loop {
namespace {

// Is closed at the end of its scope, also for the table.
struct Descriptor {
  explicit Descriptor(int opened) : fd(opened) { REQUIRE(fd >= 0); }
  ~Descriptor() {
    FdTable::Get().OnClose(fd);
    close(fd);
  }
  int fd;
};

Cause Polled(int fd) { return CauseOf(uv::Kind::kPoll, fd); }

}  // namespace

TEST_CASE("descriptors that system calls of this process make ready are known by what the system says of them") {
  sigset_t none;
  sigemptyset(&none);
  const Descriptor event(eventfd(0, 0)), signals(signalfd(-1, &none, 0)), watch(inotify_init());
  for (const Descriptor* one : {&event, &signals, &watch}) CHECK(Polled(one->fd) == Cause::kThisProcess);
  const Folder folder;
  REQUIRE(mkfifo(folder.File("named").c_str(), 0600) == 0);
  const Descriptor named(open(folder.File("named").c_str(), O_RDWR));
  CHECK(Polled(named.fd) == Cause::kThisProcess);
  CHECK(CauseOf(uv::Kind::kPipe, named.fd) == Cause::kThisProcess);
  const Descriptor tcp(socket(AF_INET, SOCK_STREAM, 0)), udp(socket(AF_INET, SOCK_DGRAM, 0));
  for (const Descriptor* one : {&tcp, &udp}) CHECK(Polled(one->fd) == Cause::kOthers);
  CHECK(CauseOf(uv::Kind::kServer, tcp.fd) == Cause::kOthers);
}

TEST_CASE("a pipe or a pair shows at once what its other end in this process does, also its end") {
  int ends[2];
  const bool pair = GENERATE(true, false);
  REQUIRE((pair ? socketpair(AF_UNIX, SOCK_STREAM, 0, ends) : pipe(ends)) == 0);
  const Descriptor reader(ends[0]);
  CHECK(Polled(reader.fd) == Cause::kPeer);
  CHECK_FALSE(IsShownAtOnce(Cause::kPeer, reader.fd));  // made by somebody else, for all that is known
  {
    const Descriptor writer(ends[1]);
    FdTable::Get().OnPair(reader.fd, writer.fd);
    CHECK(IsShownAtOnce(Cause::kPeer, reader.fd));
    FdTable::Get().OnFork();
    CHECK(IsShownAtOnce(Cause::kPeer, reader.fd));
  }
  CHECK_FALSE(IsShownAtOnce(Cause::kPeer, reader.fd));  // a child may have the other end
}

TEST_CASE("a unix socket shows at once that this process connects to it") {
  const Folder folder;
  sockaddr_un address = {AF_UNIX, {}};
  folder.File("s").copy(address.sun_path, sizeof address.sun_path - 1);
  const auto* at = reinterpret_cast<const sockaddr*>(&address);
  const Descriptor server(socket(AF_UNIX, SOCK_STREAM, 0)), client(socket(AF_UNIX, SOCK_STREAM, 0));
  REQUIRE(bind(server.fd, at, sizeof address) == 0);
  REQUIRE(listen(server.fd, 8) == 0);
  FdTable::Get().OnListen(server.fd, "server");
  CHECK(CauseOf(uv::Kind::kServer, server.fd) == Cause::kClient);
  CHECK_FALSE(IsShownAtOnce(Cause::kClient, server.fd));
  REQUIRE(connect(client.fd, at, sizeof address) == 0);
  FdTable::Get().OnConnect(client.fd, at, "client");
  CHECK(IsShownAtOnce(Cause::kClient, server.fd));
  const Descriptor accepted(accept(server.fd, nullptr, nullptr));
  FdTable::Get().OnAccept(server.fd, accepted.fd);
  CHECK_FALSE(IsShownAtOnce(Cause::kClient, server.fd));
  for (const Descriptor* one : {&client, &accepted}) CHECK(IsShownAtOnce(CauseOf(uv::Kind::kPipe, one->fd), one->fd));
}

TEST_CASE("an eventfd that this process writes to is there before any timer") {
  ControlledLoop loop(1);
  const Descriptor event(eventfd(0, EFD_NONBLOCK));
  uv_poll_t poll;
  uv_timer_t timer;
  struct Counts {
    int woken = 0, ticks = 0, late = 0;
    int fd;
    uv_poll_t* poll;
  } counts{.fd = event.fd, .poll = &poll};
  uv_poll_init(loop.get(), &poll, event.fd);
  uv_timer_init(loop.get(), &timer);
  poll.data = timer.data = &counts;
  uv_poll_start(&poll, UV_READABLE, [](uv_poll_t* handle, int, int) {
    uint64_t value;
    auto* seen = static_cast<Counts*>(handle->data);
    if (read(seen->fd, &value, sizeof value) > 0) seen->woken++;
  });
  uv_timer_start(
      &timer,
      [](uv_timer_t* handle) {
        auto* seen = static_cast<Counts*>(handle->data);
        if (seen->woken != seen->ticks) seen->late++;
        const uint64_t one = 1;
        if (++seen->ticks < 20 && write(seen->fd, &one, sizeof one) > 0) return;
        uv_close(reinterpret_cast<uv_handle_t*>(handle), nullptr);
        uv_close(reinterpret_cast<uv_handle_t*>(seen->poll), nullptr);
      },
      0, 3);
  // Not one turn at a time: some versions of libuv run timers at the end of such a call and again in the next one.
  loop.Run();
  CHECK(counts.late == 0);
  CHECK(counts.woken == 19);
}

}  // namespace nacd::loop
