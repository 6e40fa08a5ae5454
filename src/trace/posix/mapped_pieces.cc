#include "trace/mapped_pieces.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace nacd::trace {

bool MappedPieces::Open() {
  if (is_open_) return fd_ >= 0;
  is_open_ = true;
  fd_ = open(path_.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, mode_);
  return fd_ >= 0;
}

// A full disk is an error here, but a signal on a page of a file that has holes. A piece that is written at once gets
// large pages in the system's cache (line_file.cc).
bool MappedPieces::Fill(size_t size) const {
  static char zeros[256 * 1024];
  for (size_t at = 0; at < size;) {
    const size_t most = std::min(sizeof zeros, size - at);
    const ssize_t written = pwrite(fd_, zeros, most, static_cast<off_t>(end_ + at));
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    at += static_cast<size_t>(written);
  }
  return true;
}

bool MappedPieces::IsShortened() const {
  struct stat about = {};
  return guard_.lost() || fstat(fd_, &about) != 0 || static_cast<size_t>(about.st_size) < end_;
}

char* MappedPieces::Next(size_t size) {
  if (!Open()) return nullptr;
  if (IsShortened()) {
    fprintf(stderr, "nacd: another program has shortened the trace %s: lines are lost\n", path_.c_str());
    End();
    return nullptr;
  }
  if (Fill(size) && Map(size)) {
    end_ += size;
    return piece_;
  }
  End();
  return nullptr;
}

bool MappedPieces::Map(size_t size) {
  const int where = piece_ ? MAP_SHARED | MAP_FIXED : MAP_SHARED;
  void* mapped = mmap(piece_, size, PROT_READ | PROT_WRITE, where, fd_, static_cast<off_t>(end_));
  if (mapped == MAP_FAILED) return false;
  piece_ = static_cast<char*>(mapped);
  piece_size_ = size;
  return guard_.Watch(piece_, size);
}

void MappedPieces::End() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

MappedPieces::~MappedPieces() {
  guard_.Release();
  if (piece_) munmap(piece_, piece_size_);
  End();
}

}  // namespace nacd::trace
