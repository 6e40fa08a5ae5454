#include "loop/linux/idle_loops.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "loop/linux/fd_table.h"
#include "loop/linux/own_descriptor.h"

namespace nacd::loop {
namespace {

constexpr int kLongMs = 1000;  // a loop that looks more often may wait for somebody

// Nobody else has it: a program that replaces a child of this process did not get it.
bool StaysHere(int fd) { return (fcntl(fd, F_GETFD) & FD_CLOEXEC) != 0 && !FdTable::Shared(fd); }

bool IsEventfd(int fd) {
  char target[32];
  const ssize_t size = readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), target, sizeof target);
  return size > 0 && std::string_view(target, static_cast<size_t>(size)) == "anon_inode:[eventfd]";
}

bool OnlyWeWake(int fd) {
  if (fd < 0 || !StaysHere(fd)) return false;
  const int peer = FdTable::PeerOf(fd);
  return peer >= 0 ? FdTable::IsPair(fd) && StaysHere(peer) : IsEventfd(fd);
}

}  // namespace

bool IsIdleLoop(int epoll_fd, int limit_ms) {
  if (limit_ms >= 0 && limit_ms < kLongMs) return false;
  const std::string file = "/proc/self/fdinfo/" + std::to_string(epoll_fd);
  const int info = MoveUp(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (info < 0) return false;
  char text[2048];
  const ssize_t size = read(info, text, sizeof text - 1);
  close(info);
  if (size <= 0 || size == sizeof text - 1) return false;  // it watches many
  text[size] = '\0';
  constexpr const char* kWatched = "tfd:";
  for (const char* at = strstr(text, kWatched); at; at = strstr(at, kWatched)) {
    at += strlen(kWatched);
    if (!OnlyWeWake(atoi(at))) return false;
  }
  return true;
}

}  // namespace nacd::loop
