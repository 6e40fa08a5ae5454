#include "loop/linux/fd_table.h"

#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "loop/linux/addresses.h"
#include "loop/linux/clock.h"
#include "loop/linux/datagram_peers.h"
#include "loop/linux/fast_tls.h"
#include "loop/linux/fd_flags.h"
#include "loop/linux/others.h"
#include "loop/linux/secret_ports.h"
#include "loop/linux/socket_facts.h"
#include "names/name.h"

namespace nacd::loop {

using namespace fd_flags;

namespace {

std::atomic<bool> g_channel_heard{false};
std::atomic<bool> g_wait_for_agreed{true};
std::atomic<int64_t> g_patience_ns{kNever};  // that may still be skipped while nobody is expected
std::atomic<bool> g_relied{false};           // somebody was told that nobody is expected

// A signal handler may make sockets while its thread is in the table. It stands aside: what it makes counts as outside.
NACD_FAST_TLS thread_local volatile bool t_in_table = false;

}  // namespace

FdTable& FdTable::Get() {
  static auto* table = new FdTable;  // never destroyed: threads may close descriptors while the process ends
  return *table;
}

bool FdTable::Inside(int fd) { return (FlagsOf(fd) & kInside) && !fd_flags::IsDescriptorSent(); }
bool FdTable::Shared(int fd) { return (FlagsOf(fd) & kShared) != 0; }
bool FdTable::IsDatagram(int fd) { return (FlagsOf(fd) & kDatagram) != 0; }
bool FdTable::IsOwnDatagram(int fd) { return fd_flags::IsOwnDatagram(fd); }
bool FdTable::Known(int fd) { return FlagsOf(fd) != 0; }
bool FdTable::IsPair(int fd) { return (FlagsOf(fd) & kPair) != 0; }
bool FdTable::Machinery(int fd) { return (FlagsOf(fd) & kMachinery) != 0; }
void FdTable::SetMachinery(int fd) { ChangeFlag(fd, kMachinery, true); }
bool FdTable::InsideTcp(int fd) { return (FlagsOf(fd) & (kInside | kTcp)) == (kInside | kTcp); }
uint64_t FdTable::Exposures() { return ExposuresSoFar(); }
uint64_t FdTable::generation() { return fd_flags::Generation(); }

FdTable::Access::Access(FdTable* table) {
  if (t_in_table) return;
  t_in_table = true;
  lock_ = std::unique_lock(table->mutex_);
  table->Update();
}

FdTable::Access::Access(FdTable* table, std::try_to_lock_t) {
  if (t_in_table) return;
  lock_ = std::unique_lock(table->mutex_, std::try_to_lock);
  if (!lock_) return;
  t_in_table = true;
  table->Update();
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

void FdTable::OnDatagramSocket(int fd) { StoreFlags(fd, kDatagram); }

void FdTable::OnBind(int fd, const sockaddr* to) {
  if (IsDatagram(fd)) {  // it will not listen
    const uint16_t port = DatagramPeers::Get().OnBind(fd, to);
    if (port == 0 || SecretPorts::Add(fd, port)) return;
    ChangeFlag(fd, kExposed, true);
    return;
  }
  const std::string key = AddressKey(to);
  if (key.empty() || key.substr(key.size() - 2) != std::string(2, '\0')) return;
  const Access access(this);
  if (!access) return;
  bound_to_any_.insert(fd);
  StoreFlags(fd, kKnown);  // so that closing it is noticed
}

// A connection can carry a port in any form; the log of a program, and messages to its parent, carry it as text.
void FdTable::OnTold(int fd, const void* data, size_t size) {
  const Flags flags = FlagsOf(fd);
  if (flags & kDatagram) return OnDatagram(fd, nullptr);
  if ((!AnySecluded() && !SecretPorts::any()) || Inside(fd)) return;
  const bool maybe_unseen = (flags & (kPair | kListener | kTcp)) == 0;  // UDP, or made before our time
  if ((flags & kOutside) || (maybe_unseen && IsInternet(fd))) return SpeakToOthers();
  int told;
  while ((told = SecretPorts::FindIn(data, size)) >= 0) {
    if (IsDatagram(told) && !ChangeFlag(told, kExposed, true)) CountExposure();
    SetInside(told, false);
  }
}

void FdTable::OnDatagram(int fd, const sockaddr* to) {
  if (!DatagramPeers::Get().OnSending(fd, to)) SpeakToOthers();
}

bool FdTable::IsUntoldDatagram(int fd) { return IsOwnDatagram(fd) && (FlagsOf(fd) & kExposed) == 0 && ExpectsNobody(); }

bool FdTable::ExpectsNobody() {
  const bool expects_nobody = !g_wait_for_agreed.load() && g_patience_ns.load() > 0 && !Others::Any();
  if (expects_nobody) g_relied.store(true);
  return expects_nobody;
}

void FdTable::ExpectNobodyFor(int64_t ns) { g_patience_ns.store(ns); }

void FdTable::OnSkipped(int64_t ns) {
  const int64_t left = g_patience_ns.load();
  if (left == kNever || left <= 0 || g_patience_ns.fetch_sub(ns) > ns) return;
  if (!g_relied.load()) return;  // a thread that blocks cannot look again at what has come to be outside
  CountExposure();
  Change();
  const int end = End();
  for (int fd = 0; fd < end; fd++) {
    if (FlagsOf(fd) & kUntold) SetInside(fd, false);
  }
}

void FdTable::SpeakToOthers() {
  Others::Meet();
  Expose();
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
  const Flags flags = FlagsOf(listener);
  if ((flags & kAgreed) && g_wait_for_agreed.load()) return;
  ChangeFlag(listener, kUntold, false);
  if ((flags & kExposed) == 0 && entries_[listener].strangers == 0) SetInside(listener, true);
}

// Whoever has the other descriptor may do with the socket what this process does not see.
void FdTable::Share(int fd) {
  const Flags flags = FlagsOf(fd);
  if (flags == 0) return;
  ChangeFlag(fd, kShared, true);
  if (flags & kListener) {
    Get().copied_listeners_.Add(fd);
    return Expose(fd);
  }
  SetInside(fd, false);
  const int peer = PeerOf(fd);
  if (peer < 0) return;
  ChangeFlag(peer, kShared, true);
  SetInside(peer, false);
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
  entry.address = local ? UnixKey(fd) : LocalKey(fd);
  entry.origin = std::move(origin);
  const bool chosen = bound_to_any_.erase(fd) > 0;
  // A host of a network is there for others, and so is a port that was agreed upon.
  const bool exposed = !local && IsOfNetwork(entry.address);
  const bool agreed = !local && !chosen && IsAnyHost(entry.address);
  const bool possible = !entry.outside && !exposed;
  const bool secret = possible && chosen && SecretPorts::Add(fd, PortOf(entry.address));
  // The others are only once this process itself has connected to them, if somebody may have been told to come.
  const bool untold = possible && !chosen && ExpectsNobody();
  Set(fd, std::move(entry), secret || untold);
  if (untold) ChangeFlag(fd, kUntold, true);
  if (exposed) Expose(fd);
  if (agreed) ChangeFlag(fd, kAgreed, true);
  if (std::find(listeners_.begin(), listeners_.end(), fd) == listeners_.end()) listeners_.push_back(fd);
}

void FdTable::OnPair(int one, int other, bool machinery, Origins origins) {
  const Access access(this);
  if (!access) return;
  const std::string link = origins.other.empty() ? std::string() : LinkOfEnd(other);
  for (int fd : {one, other}) {
    Entry entry{Kind::kPair};
    entry.origin = std::move(fd == one ? origins.one : origins.other);
    if (fd == one) entry.link = link;  // a child gets the other one
    Set(fd, std::move(entry), true);
    ChangeFlag(fd, kMachinery, machinery);
  }
  fd_flags::Join(one, other);
}

int FdTable::OnClose(int fd) {
  if (FlagsOf(fd) == 0) return -1;
  Reveal(fd);
  const bool tcp = InsideTcp(fd);
  const int peer = TakePeer(fd);
  if (IsDatagram(fd)) DatagramPeers::Get().OnClose(fd);
  if (Shared(fd)) closed_copies_.Add(fd);  // first: who finds the other mark finds this one
  closed_.Add(fd);
  StoreFlags(fd, 0);
  return tcp ? peer : -1;
}

// Before anything else is done with the table.
void FdTable::Update() {
  copied_listeners_.Drain([this](int fd) { ShareClients(fd); });
  ForgetClosed();
}

// Somebody else may accept those that wait.
void FdTable::ShareClients(int listener) {
  std::vector<int> clients = waiting_.ClientsOf(listener);
  for (const auto& [fd, entry] : entries_) {
    if (entry.listener == listener) clients.push_back(fd);
  }
  for (const int fd : clients) Share(fd);
}

// The descriptors may belong to others by now.
void FdTable::ForgetClosed() {
  closed_.Drain([this](int fd) {
    const bool copied = closed_copies_.Remove(fd);
    bound_to_any_.erase(fd);
    std::erase(listeners_, fd);
    const auto found = entries_.find(fd);
    if (found == entries_.end()) return;
    waiting_.Forget(fd, copied);
    if (found->second.kind == Kind::kListener) ForgetListener(fd);
    entries_.erase(found);
  });
}

// Nobody accepts these any longer, and their ports and path may belong to others by now.
void FdTable::ForgetListener(int fd) {
  for (auto& [client, entry] : entries_) {
    if (entry.listener == fd) entry.listener = -1;
  }
  waiting_.ForgetListener(fd);
}

void FdTable::OnCopied(int from, int to) {
  const Flags flags = FlagsOf(from);
  if (flags == 0) return;
  Share(from);
  if (flags & kListener) Access(this, std::try_to_lock);  // else the thread that holds the table does it
  constexpr Flags kOfOne = kInside | kListener | kExposed | kAgreed | kUntold | kDatagram;
  StoreFlags(to, static_cast<Flags>((flags & ~kOfOne) | kShared));
}

void FdTable::OnFork() {
  const int end = End();
  for (int fd = 0; fd < end; fd++) {
    const Flags flags = FlagsOf(fd);
    if (flags & kPair) {
      SetInside(fd, false);
    } else if (flags != 0 && (flags & kShared) == 0 && (fcntl(fd, F_GETFD) & FD_CLOEXEC) == 0) {
      Share(fd);
    }
  }
  Expose();  // the child may learn the ports, and leave others behind that know them
}

void FdTable::WaitForAgreed(bool wait) { g_wait_for_agreed.store(wait); }

void FdTable::OnDescriptorSent() {
  if (fd_flags::OnDescriptorSent()) CountExposure();
  Change();
}

void FdTable::OnChannelHeard() {
  if (!g_channel_heard.exchange(true)) CountExposure();
  Change();
}

bool FdTable::HearsIdleChannel() { return g_channel_heard.load() || fd_flags::IsDescriptorSent(); }

std::string FdTable::OriginOf(int fd) {
  const Access access(this);
  if (!access) return {};
  const auto found = entries_.find(fd);
  return found == entries_.end() ? std::string() : found->second.origin;
}

FdTable::Connection FdTable::ConnectionOf(int fd) {
  const Access access(this);
  if (!access) return {};
  const auto found = entries_.find(fd);
  if (found == entries_.end()) return {};
  return {found->second.origin, found->second.server, found->second.link};
}

int FdTable::ListenerOf(int fd) {
  const Access access(this);
  if (!access) return -1;
  const auto found = entries_.find(fd);
  return found == entries_.end() ? -1 : found->second.listener;
}

bool FdTable::HasOwnPeer(int fd) { return (FlagsOf(fd) & (kInside | kShared)) != 0 || PeerOf(fd) >= 0; }

bool FdTable::HasOwnClient(int listener) {
  if (Shared(listener)) return true;
  const Access access(this);
  return access && waiting_.Any(WaitingClients::KeyOfUnix(listener));
}

int FdTable::PeerOf(int fd) { return fd_flags::PeerOf(fd); }

}  // namespace nacd::loop
