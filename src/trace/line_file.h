// A file of lines that has each line from the moment it was appended, also when the process is killed. As a rule a line
// costs a copy and no system call: a part of the file is mapped. Its unused rest is line feeds, so that the file can be
// read at any time. A file that cannot be mapped, or was shortened by another process, is written with a system call a
// line.
#pragma once

#include <atomic>
#include <cstring>
#include <string>
#include <string_view>

#include "trace/bus_guard.h"

namespace nacd::trace {

// Belongs to one thread.
class LineFile {
 public:
  // Opens (creates, truncates) `path` with these permissions. On failure ok() is false and error() says why.
  explicit LineFile(const std::string& path, int mode = 0600);
  ~LineFile() { Close(); }
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  bool ok() const { return fd_ >= 0; }
  const std::string& error() const { return error_; }
  // Bytes of lines so far.
  size_t size() const { return piece_start_ + piece_used_; }

  // Appends a line and a line feed. On a fault the file is closed and error() says why.
  void Append(std::string_view line) {
    const size_t needed = line.size() + 1;
    if (piece_size_ - piece_used_ < needed) return AppendElsewhere(line);
    // The line feed is in the piece already.
    memcpy(piece_ + piece_used_, line.data(), line.size());
    std::atomic_signal_fence(std::memory_order_seq_cst);  // the copy is what sets it
    if (guard_.lost()) return AppendElsewhere(line);
    piece_used_ += needed;
  }
  void Close();

 private:
  void AppendElsewhere(std::string_view line);
  bool MapNextPiece(size_t at_least);
  bool Fill(size_t from, size_t to);
  bool IsShortened() const;
  bool WriteInstead();
  bool WriteLine(std::string_view line);
  void Unmap();
  void Fail();

  std::string path_;
  std::string error_;
  int fd_ = -1;
  bool mapped_ = true;  // false: each line is written
  BusGuard guard_;
  char* piece_ = nullptr;  // the part of the file that is mapped
  size_t piece_size_ = 0;
  size_t piece_used_ = 0;
  size_t piece_start_ = 0;  // its place in the file
};

}  // namespace nacd::trace
