// Listeners, the clients that connect to them, and what they accept (FdTable).
#include <algorithm>
#include <optional>
#include <utility>

#include "loop/linux/addresses.h"
#include "loop/linux/fd_flags.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/socket_facts.h"
#include "names/name.h"

namespace nacd::loop {

using namespace fd_flags;

// `local`: the client's own address; null where that does not matter.
int FdTable::FindListener(const std::string& key, const std::string* local) {
  if (key.empty()) return -1;
  // From the latest: an address leads to the one that was bound to it last.
  for (auto at = listeners_.rbegin(); at != listeners_.rend(); ++at) {
    const int fd = *at;
    const auto found = entries_.find(fd);
    if (found == entries_.end() || found->second.outside || Shared(fd)) continue;
    const bool same = local ? Reaches(found->second.address, key, *local) : found->second.address == key;
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
  const bool ours = PeerIsThisProcess(fd);
  const int listener = ours ? FindListener(UnixKeyOfPeer(fd, to), nullptr) : -1;
  Set(fd, std::move(entry), listener >= 0);
  if (ours && listener < 0) ChangeFlag(fd, kShared, true);  // a copy may be accepted from
  if (listener < 0) return SpeakToOthers();
  Seclude(listener);
  const auto accepted = waiting_.Connected(WaitingClients::KeyOfUnix(listener), {fd, std::move(origin), listener});
  if (accepted) Join(fd, *accepted);
}

void FdTable::ConnectTcp(int fd, const sockaddr* to, std::string origin) {
  Entry entry{Kind::kClient};
  entry.origin = origin;
  const std::string local = LocalKey(fd);
  const int listener = entry.listener = FindListener(AddressKey(to), &local);
  // A connection to "any" arrives at the loopback host; the accepted end's addresses are looked up as they are there.
  std::string peer = PeerKey(fd);
  if (peer.empty()) peer = AddressKey(to);
  entry.link = LinkOf(local, peer);
  // Nobody has taken a connection that is refused, so nobody outside learns anything by it. Its error is there already.
  const bool refused = listener < 0 && IsClosedTcp(fd);
  Set(fd, std::move(entry), listener >= 0 || refused);
  if (refused) return;
  if (listener < 0) return SpeakToOthers();
  const auto accepted = waiting_.Connected(local + ">" + peer, {fd, std::move(origin), listener});
  if (accepted) Join(fd, *accepted);
  Seclude(listener);
}

// Another thread has accepted the connection before the client's connect() has returned.
void FdTable::Join(int client, const WaitingClients::Accepted& accepted) {
  entries_[client].listener = -1;
  const auto listener = entries_.find(accepted.listener);
  if (listener != entries_.end() && listener->second.strangers > 0) listener->second.strangers--;
  if (accepted.copied) Share(client);
  if (accepted.fd < 0) return;
  fd_flags::Join(client, accepted.fd);
  ChangeFlag(accepted.fd, kOutside, false);
  SetInside(accepted.fd, !Shared(accepted.fd));
  if (Shared(accepted.fd)) Share(client);
}

// `listener`, or the listener that it is a copy of.
int FdTable::Original(int listener) {
  if (entries_.count(listener) > 0) return listener;
  const auto found =
      std::find_if(listeners_.begin(), listeners_.end(), [listener](int fd) { return AreSame(fd, listener); });
  return found == listeners_.end() ? listener : *found;
}

void FdTable::OnAccept(int listener, int fd) {
  const Access access(this);
  if (!access) return;
  const bool local = FamilyOf(fd) == AF_UNIX;
  const int original = Original(listener);
  std::string key;  // empty: nobody here can be its client
  std::string link;
  if (!local) {
    const std::string peer = PeerKey(fd);
    const std::string own = LocalKey(fd);
    if (!peer.empty()) key = peer + ">" + own;
    link = LinkOf(peer, own);
  } else if (PeerIsThisProcess(fd) && entries_.count(original) > 0) {
    key = WaitingClients::KeyOfUnix(original);
  }
  std::optional<WaitingClients::Client> client;
  if (!key.empty()) client = waiting_.Take(key, {fd, listener});
  const bool inside = local ? PeerIsThisProcess(fd) : client.has_value();
  Accept(listener, fd, inside, client.value_or(WaitingClients::Client()));
  const auto accepted = entries_.find(fd);
  if (accepted != entries_.end()) accepted->second.link = std::move(link);
}

void FdTable::Accept(int listener, int fd, bool inside, const WaitingClients::Client& client) {
  Entry entry{Kind::kAccepted};
  const auto from = entries_.find(listener);
  if (!client.origin.empty()) {
    entry.origin = names::AcceptedOf(client.origin);
  } else if (from != entries_.end()) {
    entry.origin = names::AcceptedOf(from->second.origin, ++from->second.accepted);
  }
  if (from != entries_.end()) entry.server = from->second.origin;
  if (!inside && from != entries_.end()) {
    from->second.strangers++;
    SetInside(listener, false);
  }
  Set(fd, std::move(entry), inside);
  if (Machinery(listener)) SetMachinery(fd);
  if (client.copied) Share(fd);
  const auto other = entries_.find(client.fd);
  if (other == entries_.end()) return;
  fd_flags::Join(fd, client.fd);
  other->second.listener = -1;
  if (Shared(client.fd)) Share(client.fd);
}

}  // namespace nacd::loop
