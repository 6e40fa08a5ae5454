// A file that its owner writes by itself, piece by piece, each of them mapped: what is written is in the file, also if
// the process is killed. A new piece is zeros.
#pragma once

#include <cstddef>
#include <string>

#include "trace/bus_guard.h"

namespace nacd::trace {

// Belongs to one thread.
class MappedPieces {
 public:
  // The file is made with the first piece.
  MappedPieces(std::string path, int mode) : path_(std::move(path)), mode_(mode) {}
  ~MappedPieces();
  MappedPieces(const MappedPieces&) = delete;
  MappedPieces& operator=(const MappedPieces&) = delete;

  // Returns the next piece of the file, of `size` bytes, a multiple of a page, the same in each call. It takes the
  // place of the one before, at the same address. Null where there is none: the disk is full, the file can't be mapped,
  // or another program has shortened it. Then there is no other either, and the address stays usable.
  char* Next(size_t size);
  // Bytes of all pieces.
  size_t size() const { return end_; }

 private:
  bool Open();
  bool Fill(size_t size) const;
  bool IsShortened() const;
  bool Map(size_t size);
  void End();

  std::string path_;
  int mode_;
  int fd_ = -1;
  bool is_open_ = false;  // or was
  BusGuard guard_;
  char* piece_ = nullptr;
  size_t piece_size_ = 0;  // of each
  size_t end_ = 0;
};

}  // namespace nacd::trace
