#include "trace/writer.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "hot.h"
#include "names/name.h"

namespace nacd::trace {
namespace {

constexpr size_t kPieceSize = 256 * 1024;

// Returns the last bytes of a text: call sites differ most in these.
uint64_t EndOf(std::string_view text) {
  uint64_t word = 0;
  if (text.size() >= sizeof word) {
    memcpy(&word, text.data() + text.size() - sizeof word, sizeof word);
  } else {
    text.copy(reinterpret_cast<char*>(&word), text.size());
  }
  return word;
}

}  // namespace

Writer::Writer(const std::string& path, size_t limit, int mode)
    : path_(path), limit_(limit), start_(std::chrono::steady_clock::now()) {
  fd_ = open(path.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, mode);
  if (fd_ < 0) error_ = strerror(errno);
}

Writer::~Writer() { Close(); }

void Writer::Close() {
  if (fd_ < 0) return;
  const size_t end = piece_start_ + piece_used_;
  Unmap();
  // A file that can't be truncated keeps some empty lines at its end.
  if (ftruncate(fd_, static_cast<off_t>(end)) != 0) error_ = strerror(errno);
  close(fd_);
  fd_ = -1;
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
  // A piece starts at a page, so that it may start with the end of the lines written already.
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t end = piece_start_ + piece_used_;
  const size_t start = end / page * page;
  const size_t size = (end - start + at_least + kPieceSize - 1) / kPieceSize * kPieceSize;
  Unmap();
  // The piece is written before it is mapped: a full disk is an error here, but a signal on a mapped page.
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

NACD_HOT double Writer::Now() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
}

NACD_HOT void Writer::Write(const schedule::Operation& operation, const schedule::Decision& decision) {
  if (fd_ < 0) return;
  line_.Clear();
  line_.Raw("{\"t\":").Milliseconds(Now()).Raw(",\"name\":");
  line_.String(operation.name);
  line_.Raw(",\"id\":").Number(ids_.IdOf(operation.name));
  if (const uint64_t parent = ids_.ParentOf(operation.name)) line_.Raw(",\"parent\":").Number(parent);
  line_.Raw(PlaceOf(operation));
  if (operation.object != 0) line_.Raw(",\"object\":").Number(operation.object);
  if (decision.ticket != 0) {
    line_.Raw(",\"gate\":true");
  } else if (decision.delay) {
    line_.Raw(",\"delay\":").Milliseconds(decision.ms);
  }
  WriteLine(line_.Raw("}").text());
}

NACD_HOT std::string_view Writer::PlaceOf(const schedule::Operation& operation) {
  // A task named after a user's call has that call's site: "fs.writeFile(a)@b.js:6:8#1/fs.open#1".
  const std::string_view site = operation.site.empty() ? names::SiteOf(operation.name) : operation.site;
  const uint64_t key = EndOf(site) * 31 + EndOf(operation.api) * 7 + static_cast<uint64_t>(operation.phase);
  Place& place = places_[(key * 0x9e3779b97f4a7c15ULL >> 32) % kPlaces];
  const bool known = place.phase == operation.phase && place.api == operation.api && place.site == site;
  if (!known || place.json.empty()) SetPlace(operation, site, &place);
  return place.json;
}

NACD_APART void Writer::SetPlace(const schedule::Operation& operation, std::string_view site, Place* place) {
  place_line_.Clear();
  place_line_.Raw(",\"phase\":\"").Raw(schedule::PhaseName(operation.phase));
  place_line_.Raw("\",\"api\":").String(operation.api);
  if (!site.empty()) place_line_.Raw(",\"site\":").String(site);
  place->phase = operation.phase;
  place->api = operation.api;
  place->site = site;
  place->json = place_line_.text();
}

NACD_HOT void Writer::WriteNews(std::string_view type, std::string_view name, schedule::Phase phase) {
  if (fd_ < 0) return;
  line_.Clear();
  line_.Raw("{\"type\":\"").Raw(type).Raw("\",\"t\":").Milliseconds(Now()).Raw(",\"name\":").String(name);
  WriteLine(line_.Raw(",\"phase\":\"").Raw(schedule::PhaseName(phase)).Raw("\"}").text());
}

NACD_HOT void Writer::WriteLine(std::string_view line) {
  if (fd_ < 0) return;
  if (piece_start_ + piece_used_ + line.size() >= limit_) {
    EndAtLimit();
    return;
  }
  Append(line);
}

NACD_APART void Writer::EndAtLimit() {
  JsonLine line;
  line.Raw("{\"type\":\"limit\",\"t\":").Milliseconds(Now()).Raw(",\"bytes\":").Number(limit_);
  Append(line.Raw("}").text());
  Close();
}

NACD_HOT void Writer::Append(std::string_view line) {
  const size_t needed = line.size() + 1;
  if ((!piece_ || piece_size_ - piece_used_ < needed) && !MapNextPiece(needed)) {
    Fail();
    return;
  }
  // The line feed is in the piece already.
  memcpy(piece_ + piece_used_, line.data(), line.size());
  piece_used_ += needed;
}

}  // namespace nacd::trace
