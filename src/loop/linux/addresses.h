// Socket addresses as strings that can be compared.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>

namespace nacd::loop {

// Returns the same string for equal addresses: "4", the host, the port (IPv4-mapped IPv6 counts as IPv4). Empty if it
// is not an IP address.
std::string AddressKey(const sockaddr* address);
// Return the key of a socket's own address and of its peer's; empty if it has none.
std::string LocalKey(int fd);
std::string PeerKey(int fd);
uint16_t PortOf(const std::string& key);
// Returns whether the key's host is the wildcard (0.0.0.0 or ::).
bool IsAnyHost(const std::string& key);
// Returns whether the key's host is on a network: neither loopback nor the wildcard.
bool IsOfNetwork(const std::string& key);

// Return a name of a connection that both of its ends can tell. LinkOf(), of one by TCP between two keys, returns
// "4:40112>8080"; empty if they are on two machines. LinkOfEnd() returns the name of a pair of unix sockets by that end
// which a child gets; empty if `fd` is none, and then async-signal-safe.
std::string LinkOf(const std::string& client, const std::string& server);
std::string LinkOfEnd(int fd);

// Identify a unix socket, however its path is written: by the file's device and inode, or by its abstract name.
// UnixKey() takes a listener. UnixKeyOfPeer() returns the key of the listener at `to`, to which the client `fd` has
// connected. Empty if the socket has no name or its file is gone.
std::string UnixKey(int fd);
std::string UnixKeyOfPeer(int fd, const sockaddr* to);

// Returns whether a connection from `local` to `to` arrives at `listener`: the ports match, and the hosts match or the
// listener accepts any host. All three are keys.
bool Reaches(const std::string& listener, const std::string& to, const std::string& local);

}  // namespace nacd::loop
