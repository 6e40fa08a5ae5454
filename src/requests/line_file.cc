#include "requests/line_file.h"

#include <cerrno>
#include <cstring>
#ifdef _WIN32
#include <filesystem>
#endif
#include <system_error>

namespace nacd::requests {
namespace {

constexpr size_t kPiece = 1u << 20;

// A name is UTF-8, and Windows would read it in its code page.
FILE* Open(const std::string& utf8) {
#ifdef _WIN32
  return _wfopen(std::filesystem::path(std::u8string(utf8.begin(), utf8.end())).c_str(), L"rb");
#else
  return fopen(utf8.c_str(), "rb");
#endif
}

std::string Reason() { return std::generic_category().message(errno); }

}  // namespace

LineFile::LineFile(const std::string& path) : file_(Open(path)) {
  if (!file_) error_ = "cannot be read: " + Reason();
}

bool LineFile::Fill() {
  buffer_.erase(0, at_);
  scanned_ -= at_;
  at_ = 0;
  const size_t before = buffer_.size();
  buffer_.resize(before + kPiece);
  const size_t got = fread(buffer_.data() + before, 1, kPiece, file_.get());
  buffer_.resize(before + got);
  if (ferror(file_.get())) error_ = "cannot be read: " + Reason();
  return got > 0;
}

bool LineFile::Next(std::string_view* line) {
  if (!file_ || !error_.empty()) return false;
  for (;;) {
    const void* feed = memchr(buffer_.data() + scanned_, '\n', buffer_.size() - scanned_);
    if (feed) {
      const size_t end = static_cast<const char*>(feed) - buffer_.data();
      *line = std::string_view(buffer_).substr(at_, end - at_);
      at_ = scanned_ = end + 1;
      ++number_;
      return true;
    }
    scanned_ = buffer_.size();
    if (buffer_.size() - at_ > kLongest) {
      ++number_;
      error_ = "the line is longer than 16 MiB";
      return false;
    }
    if (Fill()) continue;
    if (!error_.empty() || at_ == buffer_.size()) return false;
    *line = std::string_view(buffer_).substr(at_);
    at_ = scanned_ = buffer_.size();
    complete_ = false;
    ++number_;
    return true;
  }
}

}  // namespace nacd::requests
