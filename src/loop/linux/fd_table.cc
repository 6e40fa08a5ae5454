#include "loop/linux/fd_table.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "loop/linux/addresses.h"
#include "loop/linux/fast_tls.h"
#include "loop/linux/fd_flags.h"
#include "loop/linux/secret_ports.h"
#include "loop/linux/socket_facts.h"
#include "names/name.h"

namespace nacd::loop {

using namespace fd_flags;

namespace {

std::atomic<bool> g_descriptor_sent{false};

// A signal handler may make sockets while its thread is in the table. It stands aside: what it makes counts as outside.
NACD_FAST_TLS thread_local volatile bool t_in_table = false;

}  // namespace

FdTable& FdTable::Get() {
  static auto* table = new FdTable;  // never destroyed: threads may close descriptors while the process ends
  return *table;
}

bool FdTable::Inside(int fd) { return (FlagsOf(fd) & kInside) && !g_descriptor_sent.load(std::memory_order_relaxed); }
bool FdTable::Known(int fd) { return FlagsOf(fd) != 0; }
bool FdTable::Machinery(int fd) { return (FlagsOf(fd) & kMachinery) != 0; }
void FdTable::SetMachinery(int fd) { ChangeFlag(fd, kMachinery, true); }
bool FdTable::InsideTcp(int fd) { return (FlagsOf(fd) & (kInside | kTcp)) == (kInside | kTcp); }
uint64_t FdTable::Exposures() { return ExposuresSoFar(); }
uint64_t FdTable::generation() { return fd_flags::Generation(); }

FdTable::Access::Access(FdTable* table) {
  if (t_in_table) return;
  t_in_table = true;
  lock_ = std::unique_lock(table->mutex_);
  table->ForgetClosed();
}

FdTable::Access::~Access() {
  if (!lock_) return;
  lock_.unlock();
  t_in_table = false;
}

void FdTable::Set(int fd, Entry entry, bool inside) {
  const bool pair = entry.kind == Kind::kPair;
  const bool listener = entry.kind == Kind::kListener;
  const bool tcp = !pair && !listener && FamilyOf(fd) != AF_UNIX;
  const bool outside = !pair && !listener && !inside;
  TakePeer(fd);
  entries_[fd] = std::move(entry);
  StoreFlags(fd, kKnown | (inside ? kInside : 0) | (tcp ? kTcp : 0) | (pair ? kPair : 0) | (outside ? kOutside : 0) |
                     (listener ? kListener : 0));
}

void FdTable::SetInside(int fd, bool inside) {
  if (ChangeFlag(fd, kInside, inside) && !inside) CountExposure();
}

void FdTable::OnBind(int fd, const sockaddr* to) {
  const std::string key = AddressKey(to);
  if (key.empty() || key.substr(key.size() - 2) != std::string(2, '\0')) return;
  const Access access(this);
  if (!access) return;
  bound_to_any_.insert(fd);
  StoreFlags(fd, kKnown);  // so that closing it is noticed
}

// A connection can carry a port in any form; the log of a program, and messages to its parent, carry it as text.
void FdTable::OnTold(int fd, const void* data, size_t size) {
  if (!AnySecluded() || Inside(fd)) return;
  const Flags flags = FlagsOf(fd);
  const bool maybe_unseen = (flags & (kPair | kListener | kTcp)) == 0;  // UDP, or made before our time
  if ((flags & kOutside) || (maybe_unseen && IsInternet(fd))) return Expose();
  int listener;
  while ((listener = SecretPorts::FindIn(data, size)) >= 0) SetInside(listener, false);
}

void FdTable::Expose() {
  if (!AnySecluded()) return;
  const int end = End();
  for (int fd = 0; fd < end; fd++) {
    if (IsSecluded(FlagsOf(fd))) Expose(fd);
  }
}

void FdTable::Expose(int listener) {
  SecretPorts::Remove(listener);
  ChangeFlag(listener, kExposed, true);
  SetInside(listener, false);
}

// This process has connected to it: it takes what only this process sends, as long as nobody else can know it.
void FdTable::Seclude(int listener) {
  if ((FlagsOf(listener) & kExposed) == 0) SetInside(listener, true);
}

void FdTable::Reveal(int listener) {
  if (SecretPorts::Remove(listener)) SetInside(listener, false);
}

void FdTable::OnListen(int fd, std::string origin) {
  const Access access(this);
  if (!access) return;
  if (FlagsOf(fd) & kListener) return;  // its backlog changes, no more
  Entry entry{Kind::kListener};
  const bool local = FamilyOf(fd) == AF_UNIX;
  // Another process may listen on the same port and take connections of ours.
  entry.outside = IntOption(fd, SO_REUSEPORT) != 0;
  entry.address = local ? UnixPath(fd) : LocalKey(fd);
  entry.origin = std::move(origin);
  const bool chosen = bound_to_any_.erase(fd) > 0;
  // A host of a network is there for others, and so is a port that was agreed upon.
  const bool exposed = !local && (IsOfNetwork(entry.address) || (!chosen && IsAnyHost(entry.address)));
  const bool secret = !entry.outside && !exposed && chosen && SecretPorts::Add(fd, PortOf(entry.address));
  Set(fd, std::move(entry), secret);  // the others are only once this process itself has connected to them
  if (exposed) Expose(fd);
  if (std::find(listeners_.begin(), listeners_.end(), fd) == listeners_.end()) listeners_.push_back(fd);
}

int FdTable::FindListener(const sockaddr* to, const std::string& local) {
  const bool is_unix = to->sa_family == AF_UNIX;
  const std::string key = is_unix ? UnixPath(to) : AddressKey(to);
  // From the latest: a path leads to the one that was bound to it last.
  for (auto at = listeners_.rbegin(); at != listeners_.rend(); ++at) {
    const int fd = *at;
    const auto found = entries_.find(fd);
    if (found == entries_.end() || found->second.outside) continue;
    const bool same = is_unix ? found->second.address == key : Reaches(found->second.address, key, local);
    if (same && IntOption(fd, SO_ACCEPTCONN)) return fd;
  }
  return -1;
}

void FdTable::OnConnect(int fd, const sockaddr* to, std::string origin) {
  const Access access(this);
  if (!access) return;
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
  if (!inside) return Expose();
  const int listener = FindListener(to, {});
  if (listener >= 0) Seclude(listener);
  waiting_unix_[UnixPath(to)].push_back({fd, std::move(origin), listener});
}

void FdTable::ConnectTcp(int fd, const sockaddr* to, std::string origin) {
  Entry entry{Kind::kClient};
  entry.origin = origin;
  const std::string local = LocalKey(fd);
  const int listener = entry.listener = FindListener(to, local);
  Set(fd, std::move(entry), listener >= 0);
  if (listener < 0) return Expose();
  Seclude(listener);
  // A connection to "any" arrives at the loopback host; the accepted end's addresses are looked up as they are there.
  std::string peer = PeerKey(fd);
  if (peer.empty()) peer = AddressKey(to);
  waiting_tcp_[local + ">" + peer] = {fd, std::move(origin), listener};
}

void FdTable::OnAccept(int listener, int fd) {
  const Access access(this);
  if (!access) return;
  Waiting client{-1, {}, -1};
  if (FamilyOf(fd) == AF_UNIX) {
    const bool inside = PeerIsThisProcess(fd);
    auto& queue = waiting_unix_[UnixPath(fd)];
    const auto first = std::find_if(queue.begin(), queue.end(), [listener](const Waiting& waiting) {
      return waiting.listener == listener || waiting.listener < 0;
    });
    if (inside && first != queue.end()) {
      client = *first;
      queue.erase(first);
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
  const auto from = entries_.find(listener);
  if (!client.origin.empty()) {
    entry.origin = names::AcceptedOf(client.origin);
  } else if (from != entries_.end()) {
    entry.origin = names::AcceptedOf(from->second.origin, ++from->second.accepted);
  }
  if (!inside && from != entries_.end()) Expose(listener);
  Set(fd, std::move(entry), inside);
  if (Machinery(listener)) SetMachinery(fd);
  const auto other = entries_.find(client.fd);
  if (other == entries_.end()) return;
  fd_flags::Connect(fd, client.fd);
  other->second.listener = -1;
}

void FdTable::OnPair(int one, int other, bool machinery) {
  const Access access(this);
  if (!access) return;
  for (int fd : {one, other}) {
    Set(fd, Entry{Kind::kPair}, true);
    ChangeFlag(fd, kMachinery, machinery);
  }
  fd_flags::Connect(one, other);
}

int FdTable::OnClose(int fd) {
  if (FlagsOf(fd) == 0) return -1;
  Reveal(fd);
  const bool tcp = InsideTcp(fd);
  const int peer = TakePeer(fd);
  closed_.Add(fd);
  StoreFlags(fd, 0);
  return tcp ? peer : -1;
}

// Before anything else is done with the table: the descriptors may belong to others by now.
void FdTable::ForgetClosed() {
  closed_.Drain([this](int fd) {
    bound_to_any_.erase(fd);
    std::erase(listeners_, fd);
    const auto found = entries_.find(fd);
    if (found == entries_.end()) return;
    if (found->second.kind == Kind::kClient) ForgetClient(fd);
    if (found->second.kind == Kind::kListener) ForgetListener(fd);
    entries_.erase(found);
  });
}

// It may not have been accepted yet. The other end may still come, but this number will belong to somebody else.
void FdTable::ForgetClient(int fd) {
  for (auto& [key, client] : waiting_tcp_) {
    if (client.fd == fd) client.fd = -1;
  }
  for (auto& [path, queue] : waiting_unix_) {
    for (auto& client : queue) {
      if (client.fd == fd) client.fd = -1;
    }
  }
}

// Nobody accepts these any longer, and their ports and path may belong to others by now.
void FdTable::ForgetListener(int fd) {
  for (auto& [client, entry] : entries_) {
    if (entry.listener == fd) entry.listener = -1;
  }
  std::erase_if(waiting_tcp_, [fd](const auto& entry) { return entry.second.listener == fd; });
  for (auto& [path, queue] : waiting_unix_) {
    std::erase_if(queue, [fd](const Waiting& client) { return client.listener == fd; });
  }
  std::erase_if(waiting_unix_, [](const auto& entry) { return entry.second.empty(); });
}

void FdTable::OnFork() {
  const int end = End();
  for (int fd = 0; fd < end; fd++) {
    if (FlagsOf(fd) & kPair) SetInside(fd, false);
  }
  Expose();  // the child may learn the ports, and leave others behind that know them
}

void FdTable::OnDescriptorSent() {
  if (!g_descriptor_sent.exchange(true)) CountExposure();
  Change();
}

std::string FdTable::OriginOf(int fd) {
  const Access access(this);
  if (!access) return {};
  const auto found = entries_.find(fd);
  return found == entries_.end() ? std::string() : found->second.origin;
}

int FdTable::ListenerOf(int fd) {
  const Access access(this);
  if (!access) return -1;
  const auto found = entries_.find(fd);
  return found == entries_.end() ? -1 : found->second.listener;
}

bool FdTable::HasOwnPeer(int fd) { return (FlagsOf(fd) & kInside) != 0 || PeerOf(fd) >= 0; }

bool FdTable::HasOwnClient(int listener) {
  const Access access(this);
  if (!access) return false;
  const auto found = entries_.find(listener);
  if (found == entries_.end()) return false;
  const auto waiting = waiting_unix_.find(found->second.address);
  return waiting != waiting_unix_.end() &&
         std::any_of(waiting->second.begin(), waiting->second.end(),
                     [listener](const Waiting& client) { return client.listener == listener; });
}

int FdTable::PeerOf(int fd) { return fd_flags::PeerOf(fd); }

}  // namespace nacd::loop
