// Reads a file line by line, in pieces, so that a trace of a gigabyte needs no gigabyte.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace nacd::requests {

class LineFile {
 public:
  // A longer line is a fault.
  static constexpr size_t kLongest = 16u << 20;

  explicit LineFile(const std::string& path);

  // Returns why the file cannot be read; empty: it can.
  const std::string& error() const { return error_; }
  // Sets `line` to the next line without its line feed, valid until the next call. Returns false at the end and on a
  // fault.
  bool Next(std::string_view* line);
  // Returns the number of the line that Next() gave last, from 1.
  size_t number() const { return number_; }
  // Returns whether the line that Next() gave last has a line feed. The last one may be cut.
  bool complete() const { return complete_; }

 private:
  bool Fill();

  struct Close {
    void operator()(FILE* file) const { fclose(file); }
  };
  std::unique_ptr<FILE, Close> file_;
  std::string buffer_;
  size_t at_ = 0;       // start of the next line
  size_t scanned_ = 0;  // no line feed between at_ and here
  size_t number_ = 0;
  bool complete_ = true;
  std::string error_;
};

}  // namespace nacd::requests
