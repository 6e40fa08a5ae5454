#include "schedule/location.h"

#include <algorithm>
#include <charconv>

#include "names/name.h"

namespace nacd::schedule {
namespace {

// "test/a.js:9:11" taken apart, from its end: a path may have colons.
struct Site {
  std::string_view file;
  int line = 0;
  int column = 0;

  explicit Site(std::string_view text) : file(text) {
    column = TakeNumber();
    line = TakeNumber();
  }

 private:
  int TakeNumber() {
    const size_t colon = file.rfind(':');
    if (colon == std::string_view::npos) return 0;
    int number = 0;
    std::from_chars(file.data() + colon + 1, file.data() + file.size(), number);
    file = file.substr(0, colon);
    return number;
  }
};

bool MatchesFile(std::string_view glob, std::string_view file) {
  if (MatchesGlob(glob, file)) return true;
  for (size_t slash = file.find('/'); slash != std::string_view::npos; slash = file.find('/', slash + 1)) {
    if (MatchesGlob(glob, file.substr(slash + 1))) return true;
  }
  return false;
}

// `given` has a line "key=value" for each detail that is known.
bool HasDetail(std::string_view given, const Location::Detail& wanted) {
  while (!given.empty()) {
    const std::string_view line = given.substr(0, given.find('\n'));
    given.remove_prefix(std::min(given.size(), line.size() + 1));
    const size_t equals = line.find('=');
    if (equals != wanted.first.size() || line.substr(0, equals) != wanted.first) continue;
    if (MatchesGlob(wanted.second, line.substr(equals + 1))) return true;
  }
  return false;
}

}  // namespace

bool MatchesGlob(std::string_view glob, std::string_view text) {
  // The usual two fingers: on a mismatch the last star takes one character more.
  size_t at = 0, star = std::string_view::npos, from = 0;
  for (size_t i = 0; i < text.size();) {
    if (at < glob.size() && glob[at] == '*') {
      star = at++;
      from = i;
    } else if (at < glob.size() && (glob[at] == '?' || glob[at] == text[i])) {
      at++;
      i++;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      i = ++from;
    } else {
      return false;
    }
  }
  while (at < glob.size() && glob[at] == '*') at++;
  return at == glob.size();
}

bool Location::MatchesSite(std::string_view text) const {
  if (file.empty()) return true;
  const Site site(text);
  if ((line != 0 && line != site.line) || (column != 0 && column != site.column)) return false;
  return MatchesFile(file, site.file);
}

bool Location::MatchesPart(std::string_view whole) const {
  const names::Parts parts = names::Read(whole);
  if (parts.tail != tail || parts.count != std::to_string(call) || !MatchesGlob(api, parts.api)) return false;
  return (subject.empty() || MatchesGlob(subject, parts.subject)) && MatchesSite(parts.site);
}

bool Location::Matches(const Operation& operation) const {
  const uint32_t wanted = phases != 0 ? phases : kSeenPhases;
  if ((wanted >> static_cast<int>(operation.phase) & 1) == 0) return false;
  // The work of a stream is an object's; a task of the worker pool has to be asked for.
  if (phases == 0 && operation.phase == Phase::kAction && operation.object == 0) return false;
  if (!tail.empty()) return MatchesPart(operation.name);
  if (!name.empty() && name != operation.name) return false;
  if (!api.empty() && !MatchesGlob(api, operation.api)) return false;
  if (!subject.empty() && !MatchesGlob(subject, names::SubjectOf(operation.name))) return false;
  if (!MatchesSite(operation.site.empty() ? names::SiteOf(operation.name) : operation.site)) return false;
  return std::all_of(details.begin(), details.end(),
                     [&operation](const Detail& wanted) { return HasDetail(operation.details, wanted); });
}

}  // namespace nacd::schedule
