#include "trace/writer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "schedule/location.h"

namespace nacd::trace {
namespace {

constexpr size_t kPieceSize = 256 * 1024;

// Returns the length of the UTF-8 sequence at `at`, or 0 where there is none.
size_t Utf8Length(std::string_view text, size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const size_t length = lead < 0x80                   ? 1
                        : lead >= 0xf0 && lead < 0xf5 ? 4
                        : lead >= 0xe0 && lead < 0xf0 ? 3
                        : lead >= 0xc2 && lead < 0xe0 ? 2
                                                      : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (size_t i = 1; i < length; i++) {
    if ((static_cast<unsigned char>(text[at + i]) & 0xc0) != 0x80) return 0;
  }
  return length;
}

// Whether a byte stands for itself in a JSON string.
bool IsPlain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

// The same of sixteen bytes at once.
bool ArePlain(const char* bytes) {
  using Bytes __attribute__((vector_size(16))) = uint8_t;
  using Words __attribute__((vector_size(16))) = uint64_t;
  Bytes text;
  memcpy(&text, bytes, sizeof text);
  const auto special = (text - 0x20 >= 0x5f) | (text == '"') | (text == '\\');
  const auto found = reinterpret_cast<Words>(special);
  return (found[0] | found[1]) == 0;
}

// Returns where the plain bytes of `text` from `at` on end.
size_t PlainEnd(std::string_view text, size_t at) {
  const size_t start = at;
  while (at + 16 <= text.size() && ArePlain(text.data() + at)) at += 16;
  // What is left at the end, together with some that were looked at before.
  if (text.size() - at < 16 && text.size() - start >= 16 && ArePlain(text.data() + text.size() - 16))
    return text.size();
  while (at < text.size() && IsPlain(text[at])) at++;
  return at;
}

void AppendEscaped(unsigned char byte, std::string* out) {
  char escaped[8];
  snprintf(escaped, sizeof escaped, "\\u%04x", byte);
  *out += escaped;
}

// Appends milliseconds with microseconds behind the point. By hand: printf is slow with fractions.
void AppendMs(double ms, std::string* out) {
  const auto us = static_cast<uint64_t>(ms * 1000 + 0.5);
  char text[24];
  char* end = std::to_chars(text, text + sizeof text - 4, us / 1000).ptr;
  const uint64_t rest = us % 1000;
  if (rest != 0) {
    *end++ = '.';
    *end++ = static_cast<char>('0' + rest / 100);
    *end++ = static_cast<char>('0' + rest / 10 % 10);
    *end++ = static_cast<char>('0' + rest % 10);
  }
  out->append(text, end);
}

}  // namespace

void AppendJsonString(std::string_view text, std::string* out) {
  *out += '"';
  for (size_t at = 0; at < text.size();) {
    const size_t plain = PlainEnd(text, at);
    out->append(text, at, plain - at);
    at = plain;
    if (at == text.size()) break;
    const auto byte = static_cast<unsigned char>(text[at]);
    const size_t length = Utf8Length(text, at);
    if (byte == '"' || byte == '\\') {
      (*out += '\\') += text[at];
    } else if (byte < 0x20) {
      AppendEscaped(byte, out);
    } else if (length == 0) {
      *out += "\xef\xbf\xbd";
    } else {
      out->append(text, at, length);
    }
    at += length == 0 ? 1 : length;
  }
  *out += '"';
}

Writer::Writer(const std::string& path) : path_(path), start_(std::chrono::steady_clock::now()) {
  fd_ = open(path.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, 0666);
  if (fd_ < 0) error_ = strerror(errno);
}

Writer::~Writer() {
  if (fd_ < 0) return;
  const size_t end = piece_start_ + piece_used_;
  Unmap();
  // A file that can't be cut keeps some empty lines at its end.
  if (ftruncate(fd_, static_cast<off_t>(end)) != 0) error_ = strerror(errno);
  close(fd_);
}

void Writer::Unmap() {
  if (piece_) munmap(piece_, piece_size_);
  piece_ = nullptr;
}

void Writer::Fail() {
  error_ = strerror(errno);
  fprintf(stderr, "nacd: cannot write the trace %s: %s\n", path_.c_str(), error_.c_str());
  Unmap();
  close(fd_);
  fd_ = -1;
}

bool Writer::MapNextPiece(size_t at_least) {
  // A piece starts at a page, so it may start with the end of what is written already.
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t end = piece_start_ + piece_used_;
  const size_t start = end / page * page;
  const size_t size = (end - start + at_least + kPieceSize - 1) / kPieceSize * kPieceSize;
  Unmap();
  // Written before it is mapped: a full disk is an error here, and would be a signal on a mapped page.
  static const std::string blank(kPieceSize, '\n');
  for (size_t at = end; at < start + size;) {
    const ssize_t written =
        pwrite(fd_, blank.data(), std::min(blank.size(), start + size - at), static_cast<off_t>(at));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    at += static_cast<size_t>(written);
  }
  void* mapped = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, static_cast<off_t>(start));
  if (mapped == MAP_FAILED) return false;
  piece_ = static_cast<char*>(mapped);
  piece_size_ = size;
  piece_start_ = start;
  piece_used_ = end - start;
  return true;
}

double Writer::Now() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

void Writer::Write(const schedule::Operation& operation, const schedule::Decision& decision) {
  if (fd_ < 0) return;
  buffer_ = "{\"t\":";
  AppendMs(Now(), &buffer_);
  buffer_ += ",\"name\":";
  AppendJsonString(operation.name, &buffer_);
  buffer_ += ",\"phase\":\"";
  buffer_ += schedule::PhaseName(operation.phase);
  buffer_ += "\",\"api\":";
  AppendJsonString(operation.api, &buffer_);
  // What the loop engine names after a user's call has that call's site: "fs.writeFile(a)@b.js:6:8#1/fs.open#1".
  const std::string_view site = operation.site.empty() ? schedule::SiteOfName(operation.name) : operation.site;
  if (!site.empty()) {
    buffer_ += ",\"site\":";
    AppendJsonString(site, &buffer_);
  }
  if (operation.object != 0) buffer_ += ",\"object\":" + std::to_string(operation.object);
  if (decision.ticket != 0) {
    buffer_ += ",\"gate\":true";
  } else if (decision.delay) {
    buffer_ += ",\"delay\":";
    AppendMs(decision.ms, &buffer_);
  }
  buffer_ += '}';
  WriteLine(buffer_);
}

void Writer::WriteRun(std::string_view name, schedule::Phase phase) {
  if (fd_ < 0) return;
  buffer_ = "{\"type\":\"run\",\"t\":";
  AppendMs(Now(), &buffer_);
  buffer_ += ",\"name\":";
  AppendJsonString(name, &buffer_);
  buffer_ += ",\"phase\":\"";
  buffer_ += schedule::PhaseName(phase);
  buffer_ += "\"}";
  WriteLine(buffer_);
}

void Writer::WriteCancel(std::string_view name, schedule::Phase phase) {
  std::string line = "{\"type\":\"cancel\",\"t\":";
  AppendMs(Now(), &line);
  line += ",\"name\":";
  AppendJsonString(name, &line);
  line += ",\"phase\":\"";
  line += schedule::PhaseName(phase);
  line += "\"}";
  WriteLine(line);
}

void Writer::WriteLine(std::string_view line) {
  if (fd_ < 0) return;
  const size_t needed = line.size() + 1;
  if ((!piece_ || piece_size_ - piece_used_ < needed) && !MapNextPiece(needed)) {
    Fail();
    return;
  }
  // The line feed is there already.
  memcpy(piece_ + piece_used_, line.data(), line.size());
  piece_used_ += needed;
}

}  // namespace nacd::trace
