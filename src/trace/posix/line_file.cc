#include "trace/line_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

#include "hot.h"

namespace nacd::trace {
namespace {

constexpr size_t kPieceSize = 256 * 1024;

// Returns kPieceSize line feeds. A piece that is written at once gets large pages in the system's cache, and each of
// these is one page fault later: half of a line's cost.
const char* Blank() {
  static char blank[kPieceSize];
  static const void* filled = memset(blank, '\n', sizeof blank);
  return static_cast<const char*>(filled);
}

// Returns whether `error` is about the kind of file, or about memory, and not about the disk.
bool IsRefused(int error) { return error != ENOSPC && error != EDQUOT && error != EFBIG && error != EIO; }

// Returns the size of a regular file; of another -1.
off_t SizeOf(int fd) {
  struct stat about = {};
  return fstat(fd, &about) == 0 && S_ISREG(about.st_mode) ? about.st_size : -1;
}

}  // namespace

LineFile::LineFile(const std::string& path, int mode) : path_(path) {
  fd_ = open(path.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, mode);
  if (fd_ < 0) error_ = strerror(errno);
}

void LineFile::Close() {
  if (fd_ < 0) return;
  Unmap();
  // A file that can't be truncated keeps some empty lines at its end.
  const auto end = static_cast<off_t>(size());
  if (SizeOf(fd_) > end && ftruncate(fd_, end) != 0) error_ = strerror(errno);
  close(fd_);
  fd_ = -1;
}

void LineFile::Unmap() {
  guard_.Release();
  if (piece_) munmap(piece_, piece_size_);
  piece_ = nullptr;
  piece_start_ += piece_used_;
  piece_size_ = piece_used_ = 0;
}

void LineFile::Fail() {
  error_ = strerror(errno);
  fprintf(stderr, "nacd: cannot write the trace %s: %s\n", path_.c_str(), error_.c_str());
  Unmap();
  close(fd_);
  fd_ = -1;
}

bool LineFile::IsShortened() const {
  const off_t size = SizeOf(fd_);
  return size >= 0 && static_cast<size_t>(size) < this->size();
}

bool LineFile::Fill(size_t from, size_t to) {
  while (from < to) {
    const ssize_t written = pwrite(fd_, Blank(), std::min(kPieceSize, to - from), static_cast<off_t>(from));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    from += static_cast<size_t>(written);
  }
  return true;
}

bool LineFile::MapNextPiece(size_t at_least) {
  Unmap();
  // A piece starts at a page, so that it may start with the end of the lines written already.
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t end = size();
  const size_t start = end / page * page;
  const size_t size = (end - start + at_least + kPieceSize - 1) / kPieceSize * kPieceSize;
  // The piece is written before it is mapped: a full disk is an error here, but a signal on a mapped page.
  if (!Fill(end, start + size)) return false;
  void* mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, static_cast<off_t>(start));
  if (mapped == MAP_FAILED) return false;
  piece_ = static_cast<char*>(mapped);
  piece_size_ = size;
  piece_start_ = start;
  piece_used_ = end - start;
  if (guard_.Watch(piece_, piece_size_)) return true;
  Unmap();
  errno = ENOMEM;
  return false;
}

// From now on each line is written at the end of the file, wherever that is by then.
bool LineFile::WriteInstead() {
  Unmap();
  mapped_ = false;
  const off_t size = SizeOf(fd_);
  if (size < 0) return true;  // a pipe or a device
  if (IsShortened()) {
    fprintf(stderr, "nacd: another program has shortened the trace %s: lines are lost\n", path_.c_str());
    piece_start_ = static_cast<size_t>(size);
  }
  const auto end = static_cast<off_t>(piece_start_);
  if (ftruncate(fd_, end) != 0 || fcntl(fd_, F_SETFL, O_APPEND) != 0) return false;
  // Only what was cut in the midst of a line needs its end: readers stop at an empty line.
  char last = '\n';
  return end == 0 || pread(fd_, &last, 1, end - 1) != 1 || last == '\n' || WriteLine({});
}

bool LineFile::WriteLine(std::string_view line) {
  char feed = '\n';
  std::array<iovec, 2> parts = {iovec{const_cast<char*>(line.data()), line.size()}, iovec{&feed, 1}};
  while (parts[0].iov_len + parts[1].iov_len > 0) {
    const ssize_t written = writev(fd_, parts.data(), parts.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    auto left = static_cast<size_t>(written);
    for (iovec& part : parts) {
      const size_t taken = std::min(left, part.iov_len);
      part.iov_base = static_cast<char*>(part.iov_base) + taken;
      part.iov_len -= taken;
      left -= taken;
    }
  }
  piece_start_ += line.size() + 1;
  return true;
}

// The present piece is full, or missing in the file.
NACD_APART void LineFile::AppendElsewhere(std::string_view line) {
  if (fd_ < 0) return;
  if (mapped_) {
    const bool whole = !guard_.lost() && !IsShortened();
    if (whole && MapNextPiece(line.size() + 1)) return Append(line);
    if (whole && !IsRefused(errno)) return Fail();
    if (!WriteInstead()) return Fail();
  }
  if (!WriteLine(line)) Fail();
}

}  // namespace nacd::trace
