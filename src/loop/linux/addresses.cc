#include "loop/linux/addresses.h"

#include <netinet/in.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "loop/linux/socket_facts.h"

namespace nacd::loop {
namespace {

bool IsLoopback(const std::string& key) {
  return key.starts_with("4\x7f") || key.starts_with(std::string("6") + std::string(15, '\0') + '\x01');
}

std::string FileKey(const std::string& path) {
  struct stat file = {};
  if (stat(path.c_str(), &file) != 0) return {};
  return std::to_string(file.st_dev) + ':' + std::to_string(file.st_ino);
}

std::string UnixKeyOf(const sockaddr_un& address, socklen_t size) {
  constexpr socklen_t kStart = offsetof(sockaddr_un, sun_path);
  const size_t length = size > kStart ? std::min<size_t>(size - kStart, sizeof address.sun_path) : 0;
  if (length == 0) return {};
  if (address.sun_path[0] == '\0') return {address.sun_path, length};
  return FileKey(std::string(address.sun_path, strnlen(address.sun_path, length)));
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

std::string UnixKey(int fd) {
  sockaddr_un address = {};
  socklen_t size = sizeof address;
  if (getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return UnixKeyOf(address, size);
}

std::string UnixKeyOfPeer(int fd, const sockaddr* to) {
  sockaddr_un address = {};
  socklen_t size = sizeof address;
  const auto* given = reinterpret_cast<const sockaddr_un*>(to)->sun_path;
  if (given[0] != '\0') return FileKey(std::string(given, strnlen(given, sizeof address.sun_path)));
  // The name's length is not in `to`.
  if (getpeername(fd, reinterpret_cast<sockaddr*>(&address), &size) != 0) return {};
  return UnixKeyOf(address, size);
}

uint16_t PortOf(const std::string& key) {
  const auto* end = reinterpret_cast<const unsigned char*>(key.data()) + key.size();
  return static_cast<uint16_t>(key.size() < 2 ? 0 : end[-2] * 256 + end[-1]);
}

std::string LinkOf(const std::string& client, const std::string& server) {
  if (client.size() < 3 || server.size() < 3) return {};
  if (client.substr(0, client.size() - 2) != server.substr(0, server.size() - 2)) return {};
  return client.substr(0, 1) + ':' + std::to_string(PortOf(client)) + '>' + std::to_string(PortOf(server));
}

std::string LinkOfEnd(int fd) {
  struct stat file = {};
  if (fstat(fd, &file) != 0 || !S_ISSOCK(file.st_mode) || FamilyOf(fd) != AF_UNIX) return {};
  return "unix:" + std::to_string(file.st_ino);
}

bool IsAnyHost(const std::string& key) {
  return key.size() > 3 && std::all_of(key.begin() + 1, key.end() - 2, [](char byte) { return byte == 0; });
}

bool IsOfNetwork(const std::string& key) { return key.size() > 3 && !IsAnyHost(key) && !IsLoopback(key); }

bool Reaches(const std::string& listener, const std::string& to, const std::string& local) {
  if (listener.empty() || to.empty() || listener.substr(listener.size() - 2) != to.substr(to.size() - 2)) return false;
  if (listener == to) return true;
  // A host of this machine: loopback, or one whose connection comes from the very same address.
  const bool here =
      IsLoopback(to) || (!local.empty() && local.substr(0, local.size() - 2) == to.substr(0, to.size() - 2));
  return IsAnyHost(listener) && here;
}

}  // namespace nacd::loop
