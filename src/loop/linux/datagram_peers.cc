#include "loop/linux/datagram_peers.h"

#include <netinet/in.h>
#include <poll.h>

#include <cerrno>

#include "loop/linux/addresses.h"
#include "loop/linux/clock.h"
#include "loop/linux/fd_flags.h"
#include "loop/linux/socket_facts.h"

namespace nacd::loop {
namespace {

constexpr int64_t kLostAfterNs = 100 * kNsPerMs;  // the socket was full, or filters it

bool IsOnlyV6(int fd) {
  int only = 0;
  socklen_t size = sizeof only;
  return getsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &only, &size) == 0 && only != 0;
}

bool IsReadable(int fd) {
  pollfd state = {fd, POLLIN, 0};
  return poll(&state, 1, 0) == 1;
}

}  // namespace

DatagramPeers& DatagramPeers::Get() {
  static auto* peers = new DatagramPeers;  // never destroyed: threads may send while the process ends
  return *peers;
}

void DatagramPeers::ForgetClosed() {
  closed_.Drain([this](int fd) { bound_.erase(fd); });
}

uint16_t DatagramPeers::OnBind(int fd, const sockaddr* to) {
  const std::lock_guard lock(mutex_);
  ForgetClosed();
  Bound bound;
  bound.address = LocalKey(fd);
  bound.only_v6 = IsOnlyV6(fd);
  bound.order = ++so_far_;
  const uint16_t port = PortOf(bound.address);
  if (PortOf(AddressKey(to)) == 0) chosen_.insert(port);
  const bool chosen = chosen_.count(port) > 0;
  // A port that is agreed upon may have several sockets that all allow that. Nobody else knows of one that was chosen.
  bound.may_share = !chosen && (IntOption(fd, SO_REUSEADDR) != 0 || IntOption(fd, SO_REUSEPORT) != 0);
  bound_[fd] = std::move(bound);
  return chosen ? port : uint16_t{0};
}

bool DatagramPeers::Takes(int fd, const Bound& bound, const std::string& to, const std::string& local) {
  if (bound.may_share || !fd_flags::IsOwnDatagram(fd) || bound.address.empty()) return false;
  const bool same_family = bound.address[0] == to[0];
  return (same_family || !bound.only_v6) && Reaches(bound.address, to, local);
}

// As the kernel chooses: a socket of just this host comes before one of all hosts.
DatagramPeers::Bound* DatagramPeers::Find(const std::string& to, const std::string& local) {
  Bound* best = nullptr;
  for (auto& [fd, bound] : bound_) {
    if (!Takes(fd, bound, to, local)) continue;
    const bool exact = bound.address == to;
    const bool better = !best || (exact == (best->address == to) ? bound.order > best->order : exact);
    if (better) best = &bound;
  }
  return best;
}

bool DatagramPeers::OnSending(int fd, const sockaddr* to) {
  const std::lock_guard lock(mutex_);
  ForgetClosed();
  const std::string address = to ? AddressKey(to) : PeerKey(fd);
  if (address.empty()) return false;
  const auto sender = bound_.find(fd);
  Bound* receiver = Find(address, sender == bound_.end() ? std::string() : sender->second.address);
  if (!receiver) return false;
  receiver->expected++;
  receiver->sent_ns = Clock::RealNowNs();
  return true;
}

void DatagramPeers::OnReceived(int fd) {
  const std::lock_guard lock(mutex_);
  ForgetClosed();
  const auto found = bound_.find(fd);
  if (found != bound_.end() && found->second.expected > 0) found->second.expected--;
}

bool DatagramPeers::Moving() {
  const std::lock_guard lock(mutex_);
  ForgetClosed();
  for (auto& [fd, bound] : bound_) {
    if (bound.expected == 0 || IsReadable(fd)) continue;  // who can read acts first
    if (Clock::RealNowNs() - bound.sent_ns < kLostAfterNs) return true;
    bound.expected = 0;
  }
  return false;
}

}  // namespace nacd::loop
