#include "loop/linux/fd_table.h"

#include <netinet/in.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "names/name.h"

namespace nacd::loop {
namespace {

constexpr int kMaxFd = 1 << 20;  // Linux's default limit (fs.nr_open); above it a descriptor counts as outside
constexpr uint8_t kKnown = 1, kInside = 2, kTcp = 4;

std::atomic<uint8_t> g_flags[kMaxFd];
std::atomic<uint64_t> g_generation{1};
std::atomic<uint64_t> g_exposures{0};
std::atomic<bool> g_descriptor_sent{false};
std::atomic<int> g_secrets{0};  // listeners whose port nobody outside knows

uint8_t FlagsOf(int fd) { return fd >= 0 && fd < kMaxFd ? g_flags[fd].load(std::memory_order_acquire) : uint8_t{0}; }

void StoreFlags(int fd, uint8_t flags) {
  if (fd < 0 || fd >= kMaxFd) return;
  if (g_flags[fd].exchange(flags, std::memory_order_acq_rel) != flags) g_generation.fetch_add(1);
}

std::string LocalKey(int fd) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return AddressKey(reinterpret_cast<sockaddr*>(&address));
}

std::string PeerKey(int fd) {
  sockaddr_storage address = {};
  socklen_t size = sizeof address;
  if (getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return AddressKey(reinterpret_cast<sockaddr*>(&address));
}

int FamilyOf(int fd) {
  int family = AF_UNSPEC;
  socklen_t size = sizeof family;
  getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &family, &size);
  return family;
}

int IntOption(int fd, int option) {
  int value = 0;
  socklen_t size = sizeof value;
  getsockopt(fd, SOL_SOCKET, option, &value, &size);
  return value;
}

bool PeerIsThisProcess(int fd) {
  ucred peer = {};
  socklen_t size = sizeof peer;
  return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid == getpid();
}

std::string UnixPath(int fd) {
  sockaddr_un address = {};
  socklen_t size = sizeof address;
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  if (address.sun_path[0] == '\0') return std::string(address.sun_path, sizeof address.sun_path);
  return address.sun_path;
}

std::string UnixPath(const sockaddr* address) {
  const auto* path = reinterpret_cast<const sockaddr_un*>(address)->sun_path;
  return path[0] == '\0' ? std::string(path, sizeof sockaddr_un{}.sun_path) : path;
}

bool IsLoopback(const std::string& key) {
  return key.starts_with("4\x7f") || key.starts_with(std::string("6") + std::string(15, '\0') + '\x01');
}

// Same port and either same host or the listener takes all hosts.
bool Reaches(const std::string& listener, const std::string& to, const std::string& local) {
  if (listener.empty() || to.empty() || listener.substr(listener.size() - 2) != to.substr(to.size() - 2)) return false;
  if (listener == to) return true;
  const std::string host = listener.substr(1, listener.size() - 3);
  const bool any = std::all_of(host.begin(), host.end(), [](char byte) { return byte == 0; });
  // A host of this machine: loopback, or one whose connection comes from the very same address.
  const bool here =
      IsLoopback(to) || (!local.empty() && local.substr(0, local.size() - 2) == to.substr(0, to.size() - 2));
  return any && here;
}

}  // namespace

std::string AddressKey(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    const auto* v4 = reinterpret_cast<const sockaddr_in*>(address);
    return "4" + std::string(reinterpret_cast<const char*>(&v4->sin_addr), 4) +
           std::string(reinterpret_cast<const char*>(&v4->sin_port), 2);
  }
  if (address->sa_family != AF_INET6) return {};
  const auto* v6 = reinterpret_cast<const sockaddr_in6*>(address);
  const auto* host = reinterpret_cast<const char*>(&v6->sin6_addr);
  const std::string port(reinterpret_cast<const char*>(&v6->sin6_port), 2);
  if (IN6_IS_ADDR_V4MAPPED(&v6->sin6_addr)) return "4" + std::string(host + 12, 4) + port;
  return "6" + std::string(host, 16) + port;
}

FdTable& FdTable::Get() {
  static auto* table = new FdTable;  // never destroyed: threads may close descriptors while the process ends
  return *table;
}

bool FdTable::Inside(int fd) { return (FlagsOf(fd) & kInside) && !g_descriptor_sent.load(std::memory_order_relaxed); }
bool FdTable::InsideTcp(int fd) { return (FlagsOf(fd) & (kInside | kTcp)) == (kInside | kTcp); }
uint64_t FdTable::Exposures() { return g_exposures.load(std::memory_order_acquire); }
uint64_t FdTable::generation() { return g_generation.load(std::memory_order_acquire); }

void FdTable::Set(int fd, Entry entry, bool inside) {
  const bool tcp = entry.kind != Kind::kPair && entry.kind != Kind::kListener && FamilyOf(fd) != AF_UNIX;
  entries_[fd] = std::move(entry);
  StoreFlags(fd, kKnown | (inside ? kInside : 0) | (tcp ? kTcp : 0));
}

void FdTable::SetInside(int fd, bool inside) {
  const uint8_t flags = FlagsOf(fd);
  StoreFlags(fd, inside ? flags | kInside : flags & ~kInside);
  if (!inside && (flags & kInside)) g_exposures.fetch_add(1);
}

void FdTable::OnBind(int fd, const sockaddr* to) {
  const std::string key = AddressKey(to);
  if (key.empty() || key.substr(key.size() - 2) != std::string(2, '\0')) return;
  std::lock_guard lock(mutex_);
  bound_to_any_.insert(fd);
  StoreFlags(fd, kKnown);  // so that closing it is noticed
}

void FdTable::Reveal(int listener, Entry* entry) {
  if (!entry->secret) return;
  entry->secret = false;
  g_secrets.fetch_sub(1);
  SetInside(listener, false);
}

void FdTable::OnTold(int fd, const void* data, size_t size) {
  if (g_secrets.load(std::memory_order_acquire) == 0 || Inside(fd)) return;
  std::lock_guard lock(mutex_);
  for (int listener : listeners_) {
    Entry& entry = entries_[listener];
    if (!entry.secret) continue;
    const auto* port = reinterpret_cast<const unsigned char*>(entry.address.data()) + entry.address.size() - 2;
    const std::string number = std::to_string(port[0] * 256 + port[1]);
    if (memmem(data, size, number.data(), number.size())) Reveal(listener, &entry);
  }
}

void FdTable::OnListen(int fd, std::string origin) {
  std::lock_guard lock(mutex_);
  Entry entry{Kind::kListener};
  // Another process may listen on the same port and take connections of ours.
  entry.outside = IntOption(fd, SO_REUSEPORT) != 0;
  entry.address = FamilyOf(fd) == AF_UNIX ? UnixPath(fd) : LocalKey(fd);
  entry.origin = std::move(origin);
  entry.secret = !entry.outside && bound_to_any_.erase(fd) > 0;
  if (entry.secret) g_secrets.fetch_add(1);
  const bool inside = entry.secret;
  Set(fd, std::move(entry), inside);  // the others are only once this process itself has connected to them
  if (std::find(listeners_.begin(), listeners_.end(), fd) == listeners_.end()) listeners_.push_back(fd);
}

int FdTable::FindListener(const sockaddr* to, const std::string& local) {
  const bool is_unix = to->sa_family == AF_UNIX;
  const std::string key = is_unix ? UnixPath(to) : AddressKey(to);
  for (int fd : listeners_) {
    const auto found = entries_.find(fd);
    if (found == entries_.end() || found->second.outside) continue;
    const bool same = is_unix ? found->second.address == key : Reaches(found->second.address, key, local);
    if (same && IntOption(fd, SO_ACCEPTCONN)) return fd;
  }
  return -1;
}

void FdTable::OnConnect(int fd, const sockaddr* to, std::string origin) {
  std::lock_guard lock(mutex_);
  if (to->sa_family == AF_UNIX) {
    ConnectUnix(fd, to, std::move(origin));
  } else if (IntOption(fd, SO_TYPE) == SOCK_STREAM) {
    ConnectTcp(fd, to, std::move(origin));
  }
}

void FdTable::ConnectUnix(int fd, const sockaddr* to, std::string origin) {
  Entry entry{Kind::kClient};
  entry.origin = origin;
  const bool inside = PeerIsThisProcess(fd);
  Set(fd, std::move(entry), inside);
  if (!inside) return;
  const int listener = FindListener(to, {});
  if (listener >= 0) SetInside(listener, true);
  waiting_unix_[UnixPath(to)].push_back({fd, std::move(origin)});
}

void FdTable::ConnectTcp(int fd, const sockaddr* to, std::string origin) {
  Entry entry{Kind::kClient};
  entry.origin = origin;
  const std::string local = LocalKey(fd);
  const int listener = entry.listener = FindListener(to, local);
  Set(fd, std::move(entry), listener >= 0);
  if (listener < 0) return;
  SetInside(listener, true);
  // A connection to "any" arrives at the loopback host; the accepted end's addresses are looked up as they are there.
  std::string peer = PeerKey(fd);
  if (peer.empty()) peer = AddressKey(to);
  waiting_tcp_[local + ">" + peer] = {fd, std::move(origin)};
}

void FdTable::OnAccept(int listener, int fd) {
  std::lock_guard lock(mutex_);
  Waiting client{-1, {}};
  if (FamilyOf(fd) == AF_UNIX) {
    const bool inside = PeerIsThisProcess(fd);
    auto& queue = waiting_unix_[UnixPath(fd)];
    if (inside && !queue.empty()) {
      client = queue.front();
      queue.pop_front();
    }
    return Accept(listener, fd, inside, client);
  }
  const auto found = waiting_tcp_.find(PeerKey(fd) + ">" + LocalKey(fd));
  const bool inside = found != waiting_tcp_.end();
  if (inside) {
    client = found->second;
    waiting_tcp_.erase(found);
  }
  Accept(listener, fd, inside, client);
}

void FdTable::Accept(int listener, int fd, bool inside, const Waiting& client) {
  Entry entry{Kind::kAccepted};
  entry.peer = client.fd;
  const auto from = entries_.find(listener);
  if (!client.origin.empty()) {
    entry.origin = names::AcceptedOf(client.origin);
  } else if (from != entries_.end()) {
    entry.origin = names::AcceptedOf(from->second.origin, ++from->second.accepted);
  }
  if (!inside && from != entries_.end()) {
    Reveal(listener, &from->second);
    from->second.outside = true;
    SetInside(listener, false);
  }
  Set(fd, std::move(entry), inside);
  const auto other = entries_.find(client.fd);
  if (other == entries_.end()) return;
  other->second.peer = fd;
  other->second.listener = -1;
}

void FdTable::OnPair(int one, int other) {
  std::lock_guard lock(mutex_);
  for (int fd : {one, other}) {
    Entry entry{Kind::kPair};
    entry.peer = fd == one ? other : one;
    Set(fd, std::move(entry), true);
  }
}

int FdTable::OnClose(int fd) {
  if (FlagsOf(fd) == 0) return -1;
  std::lock_guard lock(mutex_);
  const bool tcp = InsideTcp(fd);
  StoreFlags(fd, 0);
  bound_to_any_.erase(fd);
  const auto found = entries_.find(fd);
  if (found == entries_.end()) return -1;
  const int peer = found->second.peer;
  const auto other = entries_.find(peer);
  if (other != entries_.end() && other->second.peer == fd) other->second.peer = -1;
  if (found->second.kind == Kind::kListener) {
    Reveal(fd, &found->second);
    StoreFlags(fd, 0);
    std::erase(listeners_, fd);
  }
  if (found->second.kind == Kind::kClient) {
    // Not accepted yet, or never: the other end may still come, but this number will belong to somebody else.
    for (auto& [key, client] : waiting_tcp_) {
      if (peer < 0 && client.fd == fd) client.fd = -1;
    }
    for (auto& [path, queue] : waiting_unix_) {
      for (auto& client : queue) {
        if (client.fd == fd) client.fd = -1;
      }
    }
  }
  entries_.erase(found);
  return tcp ? peer : -1;
}

void FdTable::OnFork() {
  std::lock_guard lock(mutex_);
  for (auto& [fd, entry] : entries_) {
    if (entry.kind == Kind::kPair) SetInside(fd, false);
    Reveal(fd, &entry);  // the child may be told
  }
}

void FdTable::OnDescriptorSent() {
  if (!g_descriptor_sent.exchange(true)) g_exposures.fetch_add(1);
  g_generation.fetch_add(1);
}

std::string FdTable::OriginOf(int fd) {
  std::lock_guard lock(mutex_);
  const auto found = entries_.find(fd);
  return found == entries_.end() ? std::string() : found->second.origin;
}

int FdTable::ListenerOf(int fd) {
  std::lock_guard lock(mutex_);
  const auto found = entries_.find(fd);
  return found == entries_.end() ? -1 : found->second.listener;
}

int FdTable::PeerOf(int fd) {
  std::lock_guard lock(mutex_);
  const auto found = entries_.find(fd);
  return found == entries_.end() ? -1 : found->second.peer;
}

}  // namespace nacd::loop
