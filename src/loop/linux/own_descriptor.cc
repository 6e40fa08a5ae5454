#include "loop/linux/own_descriptor.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

namespace nacd::loop {

int MoveUp(int fd) {
  constexpr rlim_t kHighest = 4096;  // the kernel's table of descriptors grows with the highest number
  rlimit limit = {};
  if (fd < 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0) return fd;
  const int moved = fcntl(fd, F_DUPFD_CLOEXEC, static_cast<int>(std::min(limit.rlim_cur, kHighest) / 2));
  if (moved < 0) return fd;
  close(fd);
  return moved;
}

}  // namespace nacd::loop
