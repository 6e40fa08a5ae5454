#include "loop/linux/file_changes.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "loop/linux/clock.h"
#include "loop/linux/coordinator.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/real_time.h"
#include "loop/linux/waits.h"
#include "names/temporary_names.h"

namespace nacd::loop {
namespace {

using Part = FileTimes::Part;

void Tell(const struct stat& about, int64_t from, int64_t offset, std::initializer_list<Part> parts) {
  const int64_t until = RealTimeNs();
  for (const Part part : parts) {
    FileTimes::Get().OnWritten(FileTimes::FileOf(about.st_dev, about.st_ino, part), from, until, offset);
  }
}

constexpr std::initializer_list<Part> kTouched = {Part::kChanged};
constexpr std::initializer_list<Part> kWritten = {Part::kWritten, Part::kChanged};
constexpr std::initializer_list<Part> kMade = {Part::kWritten, Part::kChanged, Part::kMade};

// A change at a path. Construct it before the change and call its functions after it; they preserve errno. While the
// clock is the real one, stamps are right as they are, and nothing is reported.
class PathChange {
 public:
  PathChange() : told_(Clock::may_move()) {
    if (!told_) return;
    from_ = RealTicksNs();
    offset_ = Clock::TimeOfDayOffsetNs();
  }

  void At(const char* path, std::initializer_list<Part> parts, int flags = AT_SYMLINK_NOFOLLOW) const {
    if (!told_) return;
    struct stat about;
    const int error = errno;
    if (fstatat(AT_FDCWD, path, &about, flags) == 0) Tell(about, from_, offset_, parts);
    errno = error;
  }
  void Of(int fd, std::initializer_list<Part> parts) const {
    if (!told_) return;
    struct stat about;
    const int error = errno;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode)) Tell(about, from_, offset_, parts);
    errno = error;
  }
  // The folder of `path` has one entry more or less.
  void Around(const char* path) const {
    char folder[PATH_MAX];
    size_t size = strlen(path);
    if (size >= sizeof folder) return;
    memcpy(folder, path, size + 1);
    while (size > 1 && folder[size - 1] == '/') size--;
    while (size > 0 && folder[size - 1] != '/') size--;
    folder[size] = '\0';
    At(size == 0 ? "." : folder, kWritten, 0);
  }
  void Removed(const struct stat& about) const { Tell(about, from_, offset_, kTouched); }
  void Made(const char* path) const {
    At(path, kMade);
    Around(path);
  }

 private:
  bool told_;
  int64_t from_ = 0;
  int64_t offset_ = 0;
};

int Mkdir(const char* path, mode_t mode) {
  const PathChange change;
  const int result = mkdir(path, mode);
  if (result == 0) change.Made(path);
  return result;
}

char* Mkdtemp(char* path) {
  const PathChange change;
  char* made = mkdtemp(path);
  if (!made) return nullptr;
  change.Made(made);
  names::AddTemporary(made);
  return made;
}

int Mkstemp(char* path) {
  const PathChange change;
  const int fd = mkstemp(path);
  if (fd >= 0) change.Made(path);
  return fd;
}

int Symlink(const char* target, const char* path) {
  const PathChange change;
  const int result = symlink(target, path);
  if (result == 0) change.Made(path);
  return result;
}

int Link(const char* from, const char* to) {
  const PathChange change;
  const int result = link(from, to);
  if (result != 0) return result;
  change.At(to, kTouched);
  change.Around(to);
  return result;
}

int Rename(const char* from, const char* to) {
  const PathChange change;
  const int result = rename(from, to);
  if (result != 0) return result;
  change.At(to, kTouched);
  change.Around(from);
  change.Around(to);
  return result;
}

int Rmdir(const char* path) {
  const PathChange change;
  const int result = rmdir(path);
  if (result == 0) change.Around(path);
  return result;
}

int Unlink(const char* path) {
  struct stat about;
  // Its other names show the change, too.
  const bool remains = Clock::may_move() && lstat(path, &about) == 0 && about.st_nlink > 1;
  const PathChange change;
  const int result = unlink(path);
  if (result != 0) return result;
  if (remains) change.Removed(about);
  change.Around(path);
  return result;
}

int Chmod(const char* path, mode_t mode) {
  const PathChange change;
  const int result = chmod(path, mode);
  if (result == 0) change.At(path, kTouched, 0);
  return result;
}

int Fchmod(int fd, mode_t mode) {
  const PathChange change;
  const int result = fchmod(fd, mode);
  if (result == 0) change.Of(fd, kTouched);
  return result;
}

int Truncate(const char* path, off_t size) {
  const PathChange change;
  const int result = truncate(path, size);
  if (result == 0) change.At(path, kWritten, 0);
  return result;
}

int Ftruncate(int fd, off_t size) {
  const PathChange change;
  const int result = ftruncate(fd, size);
  if (result == 0) change.Of(fd, kWritten);
  return result;
}

ssize_t CopyFileRange(int from, off_t* from_offset, int to, off_t* to_offset, size_t size, unsigned flags) {
  const FileWrite change(to);
  return change.Ended(copy_file_range(from, from_offset, to, to_offset, size, flags));
}

int Open(const char* path, int flags, mode_t mode) {
  BeforeOpen(path, flags);
  if ((flags & (O_CREAT | O_TRUNC)) == 0 || !Clock::may_move()) return open(path, flags, mode);
  const PathChange change;
  struct stat about;
  const bool existed = stat(path, &about) == 0;
  const int fd = open(path, flags, mode);
  if (fd < 0) return fd;
  if (!existed) change.Around(path);
  if (!existed || (flags & O_TRUNC) != 0) change.Of(fd, existed ? kWritten : kMade);
  return fd;
}

int Openat(int folder, const char* path, int flags, mode_t mode) {
  if ((flags & (O_CREAT | O_TRUNC)) != 0) FileTimes::Get().BeforeChange();
  return openat(folder, path, flags, mode);
}

// Waits for the next tick instead: rarer functions.
template <auto kFunction, typename Result, typename... Arguments>
Replacement After(const char* name, Result (*)(Arguments...)) {
  return Of(
      name, +[](Arguments... arguments) -> Result {
        FileTimes::Get().BeforeChange();
        return kFunction(arguments...);
      });
}

template <auto kFunction>
Replacement Changes(const char* name) {
  return After<kFunction>(name, kFunction);
}

}  // namespace

FileWrite::FileWrite(int fd) : fd_(fd) {
  if (!Clock::may_move() || fd <= STDERR_FILENO || FdTable::Known(fd) || Coordinator::WakesLoop(fd)) return;
  offset_ = Clock::TimeOfDayOffsetNs();
  from_ = RealTicksNs();
}

ssize_t FileWrite::Ended(ssize_t result) const {
  struct stat about;
  if (from_ == 0 || result <= 0) return result;
  const int error = errno;
  if (fstat(fd_, &about) == 0 && S_ISREG(about.st_mode)) {
    Tell(about, from_, offset_, kWritten);
  }
  errno = error;
  return result;
}

std::vector<Replacement> FileReplacements() {
  return {
      Of("open", &Open),
      Of("open64", &Open),
      Of("openat", &Openat),
      Of("openat64", &Openat),
      Of("mkdir", &Mkdir),
      Of("mkdtemp", &Mkdtemp),
      Of("mkstemp", &Mkstemp),
      Of("mkstemp64", &Mkstemp),
      Of("link", &Link),
      Of("symlink", &Symlink),
      Of("rename", &Rename),
      Of("rmdir", &Rmdir),
      Of("unlink", &Unlink),
      Of("chmod", &Chmod),
      Of("fchmod", &Fchmod),
      Of("truncate", &Truncate),
      Of("truncate64", &Truncate),
      Of("ftruncate", &Ftruncate),
      Of("ftruncate64", &Ftruncate),
      Of("copy_file_range", &CopyFileRange),
      Changes<&mkdirat>("mkdirat"),
      Changes<&unlinkat>("unlinkat"),
      Changes<&renameat>("renameat"),
      Changes<&remove>("remove"),
      Changes<&linkat>("linkat"),
      Changes<&symlinkat>("symlinkat"),
      Changes<&fchmodat>("fchmodat"),
      Changes<&chown>("chown"),
      Changes<&fchown>("fchown"),
      Changes<&lchown>("lchown"),
      Changes<&fchownat>("fchownat"),
      Changes<&fopen>("fopen"),
      Changes<&fopen>("fopen64"),
  };
}

}  // namespace nacd::loop
