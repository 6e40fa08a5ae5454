// Socket addresses as texts that can be compared.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <string>

namespace nacd::loop {

// Returns bytes that are equal for equal addresses: "4", the host, the port (IPv4-mapped IPv6 is IPv4). Empty: no IP
// address.
std::string AddressKey(const sockaddr* address);
// The keys of a socket's own address and of its peer's; empty where it has none.
std::string LocalKey(int fd);
std::string PeerKey(int fd);
uint16_t PortOf(const std::string& key);
// Returns whether a key's host is "any" (0.0.0.0 or ::).
bool IsAnyHost(const std::string& key);
// Returns whether a key's host is one of a network: neither loopback nor "any".
bool IsOfNetwork(const std::string& key);

// Returns texts that are equal for the same unix socket, however its path is written: the file's device and inode, or
// an abstract name. Of a listener's own address, and of the listener that the client `fd` has connected to by `to`.
// Empty: the socket has no name, or its file is gone.
std::string UnixKey(int fd);
std::string UnixKeyOfPeer(int fd, const sockaddr* to);

// Returns whether a connection from `local` to `to` arrives at `listener`: the ports are equal, and the hosts are, or
// the listener takes all hosts. All are keys.
bool Reaches(const std::string& listener, const std::string& to, const std::string& local);

}  // namespace nacd::loop
