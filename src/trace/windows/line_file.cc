// On Windows each line is written with a system call. The system refuses to shorten a mapped file, and the last lines
// of a killed process would be followed by empty ones that a reader can't tell from an unfinished file.
#include "trace/line_file.h"

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "hot.h"

namespace nacd::trace {

void BusGuard::Release() {}

LineFile::LineFile(const std::string& path, int) : path_(path), mapped_(false) {
  const std::u8string utf8(path.begin(), path.end());
  constexpr int kFlags = _O_CREAT | _O_TRUNC | _O_RDWR | _O_BINARY | _O_NOINHERIT;
  fd_ = _wopen(std::filesystem::path(utf8).c_str(), kFlags, _S_IREAD | _S_IWRITE);
  if (fd_ < 0) error_ = strerror(errno);
}

void LineFile::Close() {
  if (fd_ < 0) return;
  _close(fd_);
  fd_ = -1;
}

void LineFile::Fail() {
  error_ = strerror(errno);
  fprintf(stderr, "nacd: cannot write the trace %s: %s\n", path_.c_str(), error_.c_str());
  Close();
}

// One write for the line and its end: a process that is killed leaves whole lines.
bool LineFile::WriteLine(std::string_view line) {
  std::string whole(line);
  whole += '\n';
  for (std::string_view rest = whole; !rest.empty();) {
    const int written = _write(fd_, rest.data(), static_cast<unsigned>(rest.size()));
    if (written <= 0) return false;
    rest.remove_prefix(static_cast<size_t>(written));
  }
  piece_start_ += whole.size();
  return true;
}

NACD_APART void LineFile::AppendElsewhere(std::string_view line) {
  if (fd_ >= 0 && !WriteLine(line)) Fail();
}

}  // namespace nacd::trace
