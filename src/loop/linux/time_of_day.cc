#include "loop/linux/time_of_day.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

#include "loop/engine.h"
#include "loop/linux/clock.h"
#include "loop/linux/own_descriptor.h"

namespace nacd::loop {
namespace {

using Offset = std::atomic<int64_t>;
static_assert(Offset::is_always_lock_free);  // it is shared by processes
constexpr unsigned kCloseOnExec = 1;         // old headers have no name for it

Offset* Map(int fd, int protection) {
  void* page = mmap(nullptr, sizeof(Offset), protection, MAP_SHARED, fd, 0);
  return page == MAP_FAILED ? nullptr : static_cast<Offset*>(page);
}

std::string Share() {
  const int fd = MoveUp(static_cast<int>(syscall(SYS_memfd_create, "nacd-time-of-day", kCloseOnExec)));
  if (fd < 0) return {};
  Offset* page = ftruncate(fd, sizeof(Offset)) == 0 ? Map(fd, PROT_READ | PROT_WRITE) : nullptr;
  if (!page) {
    close(fd);
    return {};
  }
  Clock::TellTimeOfDay(page);
  return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(fd);  // open as long as this process lives
}

}  // namespace

std::string TimeOfDayForChildren() {
  static const std::string place = Share();
  return place;
}

void FollowTimeOfDay(const char* place) {
  const int fd = open(place, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;  // the process that told it has ended
  struct stat about;
  // Whoever has the number of that process by now may have another file there.
  const bool fits = fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && about.st_size == sizeof(Offset);
  const Offset* page = fits ? Map(fd, PROT_READ) : nullptr;
  close(fd);
  if (page) Clock::FollowTimeOfDay(page);
}

}  // namespace nacd::loop
