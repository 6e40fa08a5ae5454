#include "hooks/subject.h"

#include <cctype>
#include <cstddef>
#include <cstdlib>

#include "names/paths.h"
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

bool IsAlnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool IsIdByte(char c) { return IsAlnum(c) || c == '-' || c == '_'; }
bool IsBetweenDateParts(char c) { return c == '-' || c == '_' || c == '.' || c == ':' || c == 'T'; }

// Returns the text from `at` as long as `is` holds.
template <typename Is>
std::string_view Run(std::string_view text, size_t at, Is is) {
  size_t end = at;
  while (end < text.size() && is(text[end])) end++;
  return text.substr(at, end - at);
}

// Returns the length of a date, with or without a time: "2026-11-23T04-10-07.123Z". 0: there is none.
size_t DateAt(std::string_view text, size_t at) {
  const std::string_view year = Run(text, at, IsDigit);
  if (year.size() != 4 || !(year.starts_with("19") || year.starts_with("20"))) return 0;
  size_t end = at + year.size();
  int parts = 0;
  while (end + 1 < text.size() && IsBetweenDateParts(text[end])) {
    const std::string_view part = Run(text, end + 1, IsDigit);
    if (part.empty() || part.size() > (parts < 5 ? 2 : 9)) break;
    end += 1 + part.size();
    parts++;
  }
  if (parts < 2) return 0;
  return end - at + (end < text.size() && text[end] == 'Z' ? 1 : 0);
}

constexpr size_t kShortestId = 16;
constexpr size_t kShortPart = 4;

// Returns the length of an id that may contain "-" and "_", as base64url and nanoid have them: most of it looks random
// by itself, and the rest are short parts. 0: there is none.
size_t IdAt(std::string_view text, size_t at) {
  const std::string_view id = Run(text, at, IsIdByte);
  if (id.size() < kShortestId) return 0;
  size_t random = 0, mixed = 0, all = 0;
  for (size_t part_at = 0; part_at < id.size();) {
    const std::string_view part = Run(id, part_at, IsAlnum);
    part_at += part.size() + 1;
    all += part.size();
    const bool is_random = LooksRandom(part);
    if (!is_random && part.size() > kShortPart) return 0;
    random += is_random ? part.size() : 0;
    for (char c : part) mixed += std::isupper(static_cast<unsigned char>(c)) != 0;
  }
  return mixed >= 2 && 2 * random >= all ? id.size() : 0;
}

// Returns how many bytes from `at` are chance, beyond what a run of letters and digits shows by itself.
size_t ChanceAt(std::string_view text, size_t at) {
  if (at > 0 && IsAlnum(text[at - 1])) return 0;
  if (const size_t date = DateAt(text, at)) return date;
  return at > 0 && IsIdByte(text[at - 1]) ? 0 : IdAt(text, at);
}

constexpr size_t kMkdtempLength = 6;  // what mkdtemp appends: letters and digits

std::string TempFolder() {
  for (const char* variable : {"TMPDIR", "TMP", "TEMP"}) {
    const char* value = getenv(variable);
    if (!value || !*value) continue;
    std::string folder = names::Slashed(value);
    if (folder.size() > 1 && folder.back() == '/') folder.pop_back();
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

std::string Subject(std::string_view given) {
  const std::string path = names::kBackslashes ? names::Slashed(std::string(given)) : std::string();
  std::string_view text = names::kBackslashes ? path : given;
  while (!text.empty() && text.back() == '/') text.remove_suffix(1);
  const size_t slash = text.rfind('/');
  const std::string_view folder = slash == std::string_view::npos ? std::string_view() : text.substr(0, slash);
  if (slash != std::string_view::npos) text.remove_prefix(slash + 1);
  const std::string stable = names::WithoutRandomLetters(text);
  text = stable;
  std::string subject;
  if (EndsAsMkdtemp(folder, text)) return Subject(text.substr(0, text.size() - kMkdtempLength)) + '*';
  for (size_t at = 0; at < text.size();) {
    if (const size_t chance = ChanceAt(text, at)) {
      subject += '*';
      at += chance;
      continue;
    }
    const std::string_view run = Run(text, at, IsAlnum);
    if (run.empty()) {
      subject += text[at++];
      continue;
    }
    subject += LooksRandom(run) ? std::string_view("*") : run;
    at += run.size();
  }
  return subject.substr(0, kLongestSubject);
}

}  // namespace nacd::hooks
