// Builds one line of JSON. A trace has two lines for each operation, so this is written for speed. Belongs to one
// thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace nacd::trace {

class JsonLine {
 public:
  JsonLine() = default;
  JsonLine(const JsonLine&) = delete;
  JsonLine& operator=(const JsonLine&) = delete;

  // Starts a new line in the memory of the last one.
  void Clear() { end_ = start_.get(); }
  // Returns all that was appended since Clear(). Valid until the next call.
  std::string_view text() const { return {start_.get(), static_cast<size_t>(end_ - start_.get())}; }

  // Appends JSON unchanged.
  template <size_t N>
  JsonLine& Raw(const char (&json)[N]) {
    Reserve(N);
    memcpy(end_, json, N - 1);
    end_ += N - 1;
    return *this;
  }
  JsonLine& Raw(std::string_view json);
  // Appends `text` as a JSON string, with its quotes. Bytes that are no UTF-8 become U+FFFD.
  JsonLine& String(std::string_view text);
  JsonLine& Number(uint64_t number);
  // Appends milliseconds, at least 0, with microseconds after the point.
  JsonLine& Milliseconds(double ms);

 private:
  // Makes room for `bytes` more.
  void Reserve(size_t bytes) {
    if (static_cast<size_t>(limit_ - end_) < bytes) Grow(bytes);
  }
  void Grow(size_t bytes);

  static constexpr size_t kLongestNumber = 20;

  std::unique_ptr<char[]> start_;
  char* end_ = nullptr;
  char* limit_ = nullptr;
  // The whole milliseconds that were appended last: the next line most often has the same.
  char whole_[kLongestNumber] = {'0'};
  const char* whole_end_ = whole_ + 1;
  int64_t whole_ms_ = 0;
};

}  // namespace nacd::trace
