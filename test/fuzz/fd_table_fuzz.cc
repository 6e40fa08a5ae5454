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
#include <map>
#include <set>
#include <string>
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

enum class Role { kListener, kClient, kAccepted, kPair, kCopy };

struct Descriptor {
  Role role;
  bool tcp = false;
  bool told = true;        // false: as if it were another process's
  bool from_else = false;  // of an accepted one: its client is another process's
  bool exposed = false;    // of a listener
  int port = 0;            // a client's own, a listener's, an accepted one's peer's
  int listener = -1;       // of a client that waits
  int peer = -1;
  int unread = 0;
  int sent = 0;  // by a client before it was accepted
};

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
    const int fd = socket(tcp ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    sockaddr_un local = {AF_UNIX, {}};
    path_.copy(local.sun_path, sizeof local.sun_path - 1);
    sockaddr_in loopback = {AF_INET, 0, {htonl(INADDR_LOOPBACK)}, {}};
    const auto* at = tcp ? reinterpret_cast<sockaddr*>(&loopback) : reinterpret_cast<sockaddr*>(&local);
    if (fd < 0 || bind(fd, at, tcp ? sizeof loopback : sizeof local) != 0 || listen(fd, 16) != 0) std::abort();
    FdTable::Get().OnBind(fd, at);
    FdTable::Get().OnListen(fd, "server");
    // A path leads to the latest.
    for (auto& [other, about] : all_) {
      if (!tcp && about.role == Role::kListener && !about.tcp) about.port = -1;
    }
    all_[fd] = {.role = Role::kListener, .tcp = tcp, .port = PortOf(fd, getsockname)};
  }

  void Connect(int listener, bool told) {
    const Descriptor& server = all_[listener];
    if (server.role != Role::kListener || server.port < 0) return;
    told = told || !server.tcp;  // a unix socket knows the process of its client
    const int fd = socket(server.tcp ? AF_INET : AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
    sockaddr_storage address = {};
    socklen_t size = sizeof address;
    getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
    if (connect(fd, reinterpret_cast<sockaddr*>(&address), size) != 0 && errno != EINPROGRESS) {
      close(fd);
      return;
    }
    if (told) FdTable::Get().OnConnect(fd, reinterpret_cast<sockaddr*>(&address), "client");
    if (told) flight_.Written(fd);
    all_[fd] = {
        .role = Role::kClient, .tcp = server.tcp, .told = told, .port = PortOf(fd, getsockname), .listener = listener};
    waiting_[listener].push_back(fd);
  }

  void Accept(int listener) {
    if (all_[listener].role != Role::kListener) return;
    const int fd = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK);
    if (fd < 0) return;
    FdTable::Get().OnAccept(listener, fd);
    auto& queue = waiting_[listener];
    const int port = PortOf(fd, getpeername);
    const bool tcp = all_[listener].tcp;
    auto found =
        tcp ? std::find_if(queue.begin(), queue.end(), [&](int one) { return -one == port || PortAt(one) == port; })
            : queue.begin();
    Expect(found != queue.end(), "nobody has connected", fd);
    const int client = *found;
    queue.erase(found);
    Descriptor accepted{.role = Role::kAccepted, .tcp = tcp};
    if (client >= 0) {
      accepted.from_else = !all_[client].told;
      accepted.peer = client;
      accepted.unread = all_[client].sent;
      all_[client].peer = fd;
      all_[client].listener = -1;
    } else {
      accepted.from_else = gone_else_.count(-client) > 0;
    }
    if (accepted.from_else) all_[listener].exposed = true;
    all_[fd] = accepted;
  }

  void Pair(bool sockets) {
    int fds[2];
    if ((sockets ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fds) : pipe2(fds, O_NONBLOCK)) != 0)
      std::abort();
    FdTable::Get().OnPair(fds[0], fds[1]);
    for (int i : {0, 1}) all_[fds[i]] = {.role = Role::kPair, .peer = fds[1 - i]};
  }

  void Write(int fd, size_t size) {
    const std::string data(size, 'x');
    Descriptor& about = all_[fd];
    if (about.role == Role::kListener || about.role == Role::kCopy) return;
    if (about.told) FdTable::Get().OnTold(fd, data.data(), data.size());
    if (about.told && about.tcp && about.role != Role::kListener && IsToElse(about)) Exposed();
    const ssize_t written = send(fd, data.data(), data.size(), MSG_NOSIGNAL);
    if (about.told) flight_.Written(fd);
    if (written <= 0) return;
    (about.peer >= 0 ? all_[about.peer].unread : about.sent) += static_cast<int>(written);
  }

  void Read(int fd) {
    char data[512];
    const ssize_t size = read(fd, data, sizeof data);
    if (size > 0) all_[fd].unread -= static_cast<int>(size);
  }

  void Shutdown(int fd) {
    shutdown(fd, SHUT_WR);
    if (all_[fd].told) flight_.Written(fd);
  }

  void Copy(int fd) {
    const int copy = dup(fd);
    if (copy >= 0) all_[copy] = {.role = Role::kCopy};
  }

  void Close(int fd) {
    const Descriptor about = all_[fd];
    const int peer = FdTable::Get().OnClose(fd);
    flight_.Forget(fd);
    if (peer >= 0) flight_.Closed(peer);
    close(fd);
    all_.erase(fd);
    if (about.peer >= 0) all_[about.peer].peer = -1;
    if (about.role == Role::kListener) waiting_.erase(fd);
    if (about.listener < 0) return;
    for (int& one : waiting_[about.listener]) {
      if (one == fd) one = -about.port;
    }
    if (!about.told) gone_else_.insert(about.port);
  }

  void Fork() {
    FdTable::Get().OnFork();
    forked_ = true;
    Exposed();
    for (auto& [fd, about] : all_) {
      if (about.role == Role::kPair) about.told = false;
    }
  }

  void Check() {
    for (const auto& [fd, about] : all_) {
      const int peer = FdTable::PeerOf(fd);
      const bool inside = FdTable::Inside(fd);
      Expect(peer < 0 || all_.count(peer) > 0, "knows a closed peer", fd);
      if (about.role == Role::kListener) {
        Expect(!inside || !about.exposed, "a listener that others know is inside", fd);
        continue;
      }
      if (about.role == Role::kCopy || (!about.told && about.role != Role::kPair)) {
        Expect(!inside && peer < 0, "what was not seen being made is known", fd);
        continue;
      }
      Expect(!inside || about.told, "a pair that a child has is inside", fd);
      Expect(!inside || !about.from_else, "a connection from elsewhere is inside", fd);
      const bool own = about.peer < 0 || about.role == Role::kPair || (all_[about.peer].told && !about.from_else);
      Expect(peer == (own ? about.peer : -1), "has another peer than the table knows", fd);
      if (about.peer >= 0 && own && about.told) Expect(inside, "both ends are here, but it is not inside", fd);
    }
  }

  // Checks that all has arrived once nothing is in flight. That all settles is not checked: with copies of listeners
  // some never does, which costs real time and shows no wrong order.
  void Settle() {
    constexpr int kMostRounds = 50;
    for (int round = 0; !flight_.Settled(); round++) {
      if (round == kMostRounds) return;
      usleep(1000);
    }
    for (const auto& [fd, about] : all_) {
      int arrived = 0;
      if (!about.tcp || about.peer < 0 || !about.told || about.from_else || about.role == Role::kListener) continue;
      if (ioctl(fd, FIONREAD, &arrived) == 0) {
        Expect((arrived > 0) == (about.unread > 0), "settled, but something has not arrived", fd);
      }
    }
  }

  int At(uint8_t index) const {
    if (all_.empty()) return -1;
    return std::next(all_.begin(), index % static_cast<int>(all_.size()))->first;
  }
  size_t size() const { return all_.size(); }

 private:
  int PortAt(int fd) { return fd >= 0 ? all_[fd].port : 0; }
  bool IsToElse(const Descriptor& about) { return about.from_else || (about.peer >= 0 && !all_[about.peer].told); }
  void Exposed() {
    for (auto& [fd, about] : all_) {
      if (about.role == Role::kListener) about.exposed = true;
    }
  }

  std::string path_;
  InFlight flight_;
  std::map<int, Descriptor> all_;
  std::map<int, std::vector<int>> waiting_;  // clients by listener; one that is closed: its port, negative
  std::set<int> gone_else_;                  // ports of clients of another process that are closed
  bool forked_ = false;
};

void Step(World* world, uint8_t what, uint8_t which, uint8_t how) {
  constexpr size_t kMost = 24;
  const bool room = world->size() < kMost;
  const int fd = world->At(which);
  switch (what % 12) {
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
  switch (what % 12) {
    case 2:
    case 3:
      if (room) world->Connect(fd, how % 4 != 0);
      return;
    case 4:
    case 5:
      if (room) world->Accept(fd);
      return;
    case 6:
      return world->Write(fd, how);
    case 7:
      return world->Read(fd);
    case 8:
      return world->Close(fd);
    case 9:
      return how % 2 == 0 ? world->Shutdown(fd) : world->Settle();
    case 10:
      if (room && how % 4 == 0) world->Copy(fd);
      return;
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
  return 0;
}
