#include "schedule/location.h"

#include <algorithm>
#include <charconv>

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

// "fs.stat(a.txt)@app.js:3:5#2": "a.txt".
std::string_view SubjectOfName(std::string_view name) {
  const size_t open = name.find('(');
  const size_t close = name.find(")@");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  return name.substr(open + 1, close - open - 1);
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

// "app.js:3:5" of "app.js:3:5/2": the second object that was made there.
std::string_view WithoutObject(std::string_view site) {
  const size_t slash = site.rfind('/');
  if (slash == std::string_view::npos || site.find_first_not_of("0123456789", slash + 1) != std::string_view::npos) {
    return site;
  }
  return site.substr(0, slash);
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

std::string_view SiteOfName(std::string_view name) {
  const size_t close = name.find(")@");
  const size_t at = close != std::string_view::npos ? close + 1 : name.find('@');
  if (at == std::string_view::npos) return {};
  const std::string_view rest = name.substr(at + 1);
  const std::string_view site = rest.substr(0, rest.find('#'));
  return WithoutObject(site.substr(0, site.find('<')));
}

bool Location::Matches(const Operation& operation) const {
  const uint32_t wanted = phases != 0 ? phases : kSeenPhases;
  if ((wanted >> static_cast<int>(operation.phase) & 1) == 0) return false;
  // The work of a stream is an object's; a task of the worker pool has to be asked for.
  if (phases == 0 && operation.phase == Phase::kAction && operation.object == 0) return false;
  if (!name.empty() && name != operation.name) return false;
  if (!api.empty() && !MatchesGlob(api, operation.api)) return false;
  if (!subject.empty() && !MatchesGlob(subject, SubjectOfName(operation.name))) return false;
  if (!file.empty()) {
    const Site site(operation.site.empty() ? SiteOfName(operation.name) : operation.site);
    if ((line != 0 && line != site.line) || (column != 0 && column != site.column)) return false;
    if (!MatchesFile(file, site.file)) return false;
  }
  return std::all_of(details.begin(), details.end(),
                     [&operation](const Detail& wanted) { return HasDetail(operation.details, wanted); });
}

}  // namespace nacd::schedule
