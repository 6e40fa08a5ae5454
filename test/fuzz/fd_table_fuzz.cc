// libFuzzer target of the table of descriptors and of what is in flight between them: random sequences of system calls,
// told to both as the interposed functions tell, beside a reference that sees everything. Build and run: npm run fuzz.
#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "loop/linux/fd_table.h"
#include "loop/linux/in_flight.h"

using namespace nacd::loop;

namespace {

void Expect(bool holds, const char* what, int fd) {
  if (holds) return;
  fprintf(stderr, "fd_table_fuzz: descriptor %d: %s\n", fd, what);
  std::abort();
}

enum class Role { kListener, kClient, kAccepted, kPair };

// A socket, which several descriptors may be copies of.
struct Socket {
  Role role;
  bool tcp = false;
  bool told = true;      // false: as if it were another process's
  bool exposed = false;  // of a listener
  bool shared = false;   // has been copied, or its other end has
  bool lost = false;     // nobody can know its other end: its listener was copied or closed
  int original = -1;     // the descriptor it was made as, until that is closed
  int open = 1;          // descriptors
  int port = 0;          // a client's own; of a unix listener -1: another one is at its path
  int unread = 0;
  int sent = 0;  // by a client before it was accepted
  std::shared_ptr<Socket> peer;
  std::deque<std::shared_ptr<Socket>> waiting;  // clients of a listener
};
using Shared = std::shared_ptr<Socket>;

// The port of a socket, or of its peer; of a unix socket 1.
int PortOf(int fd, decltype(getsockname)* name) {
  sockaddr_in address = {};
  socklen_t size = sizeof address;
  if (name(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0 || address.sin_family != AF_INET) return 1;
  return ntohs(address.sin_port);
}

class World {
 public:
  World() : path_("/tmp/nacd-fuzz-" + std::to_string(getpid())) {}
  ~World() {
    while (!all_.empty()) Close(all_.begin()->first);
    unlink(path_.c_str());
  }

  void Listen(bool tcp) {
    if (!tcp) unlink(path_.c_str());
    const int fd = socket(tcp ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_un local = {AF_UNIX, {}};
    path_.copy(local.sun_path, sizeof local.sun_path - 1);
    sockaddr_in loopback = {AF_INET, 0, {htonl(INADDR_LOOPBACK)}, {}};
    const auto* at = tcp ? reinterpret_cast<sockaddr*>(&loopback) : reinterpret_cast<sockaddr*>(&local);
    if (fd < 0 || bind(fd, at, tcp ? sizeof loopback : sizeof local) != 0 || listen(fd, 64) != 0) std::abort();
    FdTable::Get().OnBind(fd, at);
    FdTable::Get().OnListen(fd, "server");
    // A path leads to the latest.
    for (auto& [other, about] : all_) {
      if (!tcp && about->role == Role::kListener && !about->tcp) about->port = -1;
    }
    Add(fd, {.role = Role::kListener, .tcp = tcp});
  }

  // `late`: another thread accepts before connect() has returned.
  void Connect(int listener, bool told, bool late) {
    const Shared server = all_[listener];
    if (server->role != Role::kListener || server->port < 0) return;
    told = told || !server->tcp;  // a unix socket knows the process of its client
    const int fd = socket(server->tcp ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_storage address = {};
    socklen_t size = sizeof address;
    getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
    if (!server->tcp) size = Respell(reinterpret_cast<sockaddr_un*>(&address));
    if (connect(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 && errno != EINPROGRESS) {
      close(fd);
      return;
    }
    // To a copied listener somebody else may listen as well.
    const bool lost = server->shared || server->original < 0;
    const Shared client = Add(
        fd, {.role = Role::kClient, .tcp = server->tcp, .told = told, .lost = lost, .port = PortOf(fd, getsockname)});
    server->waiting.push_back(client);
    while (late && told && !client->peer && Accept(listener)) continue;
    if (!told) return;
    FdTable::Get().OnConnect(fd, reinterpret_cast<sockaddr*>(&address), "client");
    flight_.Written(fd);
    if (lost) Exposed();
  }

  bool Accept(int listener) {
    const Shared server = all_[listener];
    if (server->role != Role::kListener) return false;
    const int fd = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return false;
    FdTable::Get().OnAccept(listener, fd);
    auto& queue = server->waiting;
    const int port = PortOf(fd, getpeername);
    const auto found = server->tcp
                           ? std::find_if(queue.begin(), queue.end(), [&](auto& one) { return one->port == port; })
                           : queue.begin();
    Expect(found != queue.end(), "nobody has connected", fd);
    const Shared client = *found;
    queue.erase(found);
    const Shared accepted = Add(fd, {.role = Role::kAccepted,
                                     .tcp = server->tcp,
                                     .told = client->told,
                                     .shared = client->shared,
                                     .lost = client->lost,
                                     .unread = client->sent});
    accepted->peer = client;
    client->peer = accepted;
    if (!client->told) server->exposed = true;
    return true;
  }

  void Pair(bool sockets) {
    int fds[2];
    const int made = sockets ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds)
                             : pipe2(fds, O_NONBLOCK | O_CLOEXEC);
    if (made != 0) std::abort();
    FdTable::Get().OnPair(fds[0], fds[1]);
    const Shared one = Add(fds[0], {.role = Role::kPair}), other = Add(fds[1], {.role = Role::kPair});
    one->peer = other;
    other->peer = one;
  }

  void Write(int fd, size_t size) {
    const std::string data(size, 'x');
    const Shared about = all_[fd];
    if (about->role == Role::kListener) return;
    const bool accepted = about->role == Role::kAccepted;
    if (about->told || accepted) FdTable::Get().OnTold(fd, data.data(), data.size());
    if (about->tcp && accepted && (about->lost || !about->told)) Exposed();
    const ssize_t written = send(fd, data.data(), data.size(), MSG_NOSIGNAL);
    if (about->told || accepted) flight_.Written(fd);
    if (written > 0) (about->peer ? about->peer->unread : about->sent) += static_cast<int>(written);
  }

  // Returns whether there was something.
  bool Read(int fd) {
    char data[512];
    if (all_[fd]->role == Role::kListener) return false;
    const ssize_t size = read(fd, data, sizeof data);
    if (size > 0) all_[fd]->unread -= static_cast<int>(size);
    return size > 0;
  }

  void Shutdown(int fd) {
    if (all_[fd]->role == Role::kListener) return;
    shutdown(fd, SHUT_WR);
    if (all_[fd]->told) flight_.Written(fd);
  }

  // `over`: another descriptor, which is closed by that; or -1.
  void Copy(int fd, int over) {
    if (over == fd) return;
    const Shared about = all_[fd];
    const int copy = over < 0 ? dup(fd) : dup2(fd, over);
    if (copy < 0) return;
    if (over >= 0) Closed(over);
    FdTable::Get().OnCopied(fd, copy);
    all_[copy] = about;
    about->open++;
    about->shared = true;
    if (about->peer) about->peer->shared = true;
    // Somebody else may accept these.
    for (const Shared& client : about->waiting) client->shared = client->shared || client->open > 0;
  }

  void Close(int fd) {
    Closed(fd);
    close(fd);
  }

  void Fork() {
    FdTable::Get().OnFork();
    Exposed();
    for (auto& [fd, about] : all_) {
      if (about->role == Role::kPair) about->told = false;
    }
  }

  void Check() {
    for (const auto& [fd, about] : all_) {
      const int peer = FdTable::PeerOf(fd);
      const bool inside = FdTable::Inside(fd);
      Expect(peer < 0 || all_.count(peer) > 0, "knows a closed peer", fd);
      Expect(!inside || fd == about->original, "a copy is inside", fd);
      // Of a lost end nobody can know that its other end is copied. On a unix socket nothing is in flight.
      Expect(!inside || !about->shared || (about->lost && !about->tcp), "a copied one is inside", fd);
      if (about->role == Role::kListener) {
        Expect(!inside || !about->exposed, "a listener that others know is inside", fd);
        continue;
      }
      if (fd != about->original) {
        Expect(peer < 0, "a copy has a peer", fd);
        continue;
      }
      if (about->role == Role::kClient && !about->told) Expect(!inside && peer < 0, "a stranger is known", fd);
      Expect(!inside || about->told, "a pair that a child has, or a connection from elsewhere, is inside", fd);
      const bool own = about->role == Role::kPair || (about->told && !about->lost);
      const int expected = own && about->peer ? about->peer->original : -1;
      Expect(peer == expected || about->lost, "has another peer than the table knows", fd);
      if (expected >= 0 && about->told && !about->shared)
        Expect(inside, "both ends are here, but it is not inside", fd);
    }
  }

  // Checks that all settles, and that all has arrived then.
  void Settle() {
    constexpr int kMostRounds = 2500;  // ms: a segment that was dropped comes again after a second
    for (int round = 0; !flight_.Settled(); round++) {
      Expect(round < kMostRounds, "something is in flight for ever", 0);
      if (round > 10) usleep(1000);
    }
    for (const auto& [fd, about] : all_) {
      int arrived = 0;
      if (!about->tcp || !about->peer || !about->told || about->lost || about->shared) continue;
      if (ioctl(fd, FIONREAD, &arrived) == 0) {
        Expect((arrived > 0) == (about->unread > 0), "settled, but something has not arrived", fd);
      }
    }
  }

  // Accepts and reads all there is.
  void TakeAll() {
    for (bool any = true; any;) {
      any = false;
      std::vector<int> fds;
      for (const auto& entry : all_) fds.push_back(entry.first);
      for (const int fd : fds) any = Accept(fd) || Read(fd) || any;
    }
  }

  int At(uint8_t index) const {
    if (all_.empty()) return -1;
    return std::next(all_.begin(), index % static_cast<int>(all_.size()))->first;
  }
  size_t size() const { return all_.size(); }

 private:
  Shared Add(int fd, Socket socket) {
    socket.original = fd;
    return all_[fd] = std::make_shared<Socket>(std::move(socket));
  }

  // The same file by another path.
  socklen_t Respell(sockaddr_un* address) const {
    const std::string other = "/tmp/../tmp//" + path_.substr(sizeof "/tmp");
    *address = {AF_UNIX, {}};
    other.copy(address->sun_path, sizeof address->sun_path - 1);
    return sizeof *address;
  }

  void Closed(int fd) {
    const Shared about = all_[fd];
    const int peer = FdTable::Get().OnClose(fd);
    flight_.Forget(fd);
    if (peer >= 0) flight_.Closed(peer);
    all_.erase(fd);
    if (fd == about->original) {
      about->original = -1;
      for (const Shared& client : about->waiting) client->lost = true;
    }
    if (--about->open > 0) return;
    about->waiting.clear();
    if (about->peer) about->peer->peer.reset();
    about->peer.reset();
  }

  void Exposed() {
    for (auto& [fd, about] : all_) {
      if (about->role == Role::kListener) about->exposed = true;
    }
  }

  std::string path_;
  InFlight flight_;
  std::map<int, Shared> all_;
};

void Step(World* world, uint8_t what, uint8_t which, uint8_t how) {
  constexpr size_t kMost = 24;
  const bool room = world->size() < kMost;
  const int fd = world->At(which);
  switch (what % 14) {
    case 0:
      if (room) world->Listen(how % 2 == 0);
      return;
    case 1:
      if (room) world->Pair(how % 2 == 0);
      return;
    case 11:
      if (how % 8 == 0) world->Fork();
      return;
    default:
      break;
  }
  if (fd < 0) return;
  switch (what % 14) {
    case 2:
    case 3:
      if (room) world->Connect(fd, how % 4 != 0, how % 8 > 5);
      return;
    case 4:
    case 5:
      if (room) world->Accept(fd);
      return;
    case 6:
      return world->Write(fd, how);
    case 7:
      world->Read(fd);
      return;
    case 8:
      return world->Close(fd);
    case 9:
      return how % 2 == 0 ? world->Shutdown(fd) : world->Settle();
    case 10:
      if (room && how % 4 == 0) world->Copy(fd, how % 8 == 0 ? world->At(how / 8) : -1);
      return;
    case 12:
      return world->TakeAll();
    default:
      return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  World world;
  for (size_t i = 0; i + 2 < size && i < 600; i += 3) {
    Step(&world, data[i], data[i + 1], data[i + 2]);
    world.Check();
  }
  world.TakeAll();
  world.Settle();
  return 0;
}
