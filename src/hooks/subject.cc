#include "hooks/subject.h"

#include <cctype>
#include <cstddef>
#include <cstdlib>

#include "names/temporary_names.h"

namespace nacd::hooks {
namespace {

constexpr size_t kLongestSubject = 40;

// A run of letters and digits that names a temporary thing: a number, or letters mixed with digits or in mixed case.
bool LooksRandom(std::string_view run) {
  size_t digits = 0, upper = 0, lower = 0;
  for (unsigned char c : run) {
    digits += std::isdigit(c) != 0;
    upper += std::isupper(c) != 0;
    lower += std::islower(c) != 0;
  }
  if (digits == run.size()) return run.size() >= 3;
  return run.size() >= 6 && (digits >= 2 || (upper >= 2 && lower >= 2));
}

constexpr size_t kMkdtempLength = 6;  // what mkdtemp appends: letters and digits

std::string_view TempFolder() {
  for (const char* variable : {"TMPDIR", "TMP", "TEMP"}) {
    const char* value = getenv(variable);
    if (!value || !*value) continue;
    std::string_view folder = value;
    if (folder.size() > 1 && folder.back() == '/') folder.remove_suffix(1);
    return folder;
  }
  return "/tmp";
}

// Returns true if mkdtemp has made up the last six characters of the last part of a path: in the folder for temporary
// files always, elsewhere if they stand alone and are of more than one kind.
bool EndsAsMkdtemp(std::string_view folder, std::string_view name) {
  if (name.size() < kMkdtempLength) return false;
  const std::string_view end = name.substr(name.size() - kMkdtempLength);
  bool digit = false, upper = false, lower = false;
  for (unsigned char c : end) {
    if (!std::isalnum(c)) return false;
    digit = digit || std::isdigit(c);
    upper = upper || std::isupper(c);
    lower = lower || std::islower(c);
  }
  if (folder == TempFolder()) return true;
  const bool alone = name.size() > kMkdtempLength && !std::isalnum(static_cast<unsigned char>(name[name.size() - 7]));
  return alone && digit + upper + lower >= 2;
}

}  // namespace

std::string Subject(std::string_view text) {
  while (!text.empty() && text.back() == '/') text.remove_suffix(1);
  const size_t slash = text.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? std::string_view() : text.substr(0, slash);
  if (slash != std::string_view::npos) text.remove_prefix(slash + 1);
  const std::string stable = names::WithoutRandomLetters(text);
  text = stable;
  std::string subject;
  if (EndsAsMkdtemp(folder, text)) return Subject(text.substr(0, text.size() - kMkdtempLength)) + '*';
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end]))) end++;
    if (end == at) {
      subject += text[at++];
      continue;
    }
    const std::string_view run = text.substr(at, end - at);
    subject += LooksRandom(run) ? std::string_view("*") : run;
    at = end;
  }
  return subject.substr(0, kLongestSubject);
}

}  // namespace nacd::hooks
