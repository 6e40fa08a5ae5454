#include "names/name.h"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "hot.h"

namespace nacd::names {
namespace {

char* Put(std::string_view text, char* to) { return to + text.copy(to, text.size()); }

uint64_t WithWord(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x9e3779b97f4a7c15ULL;
  return hash ^ hash >> 32;
}

bool IsDecimal(char byte) { return byte >= '0' && byte <= '9'; }
bool IsHexadecimal(char byte) { return IsDecimal(byte) || (byte >= 'a' && byte <= 'f'); }

// Returns the text from `from` as long as `is` holds.
template <typename Is>
std::string_view Run(std::string_view text, size_t from, Is is) {
  size_t end = from;
  while (end < text.size() && is(text[end])) end++;
  return text.substr(from, end - from);
}

// Finds the "#" of the count. A path may have a "#" of its own: the count's has digits behind it, and then the end of
// the name, the parent's digits or a tail.
size_t FindCount(std::string_view name, size_t from) {
  for (size_t at = name.find('#', from); at != std::string_view::npos; at = name.find('#', at + 1)) {
    const std::string_view digits = Run(name, at + 1, IsDecimal);
    const size_t end = at + 1 + digits.size();
    if (!digits.empty() && (end == name.size() || name[end] == '<' || name[end] == '/')) return at;
  }
  return name.size();
}

bool IsDigits(std::string_view text) {
  return text.size() == kDigitsSize && text[0] == '<' && Run(text, 1, IsHexadecimal).size() == kDigitsSize - 1;
}

// Takes "<1a2b3c4d" and then "/2" off the end of what an event has in place of a call site.
void ReadOrigin(std::string_view origin, Parts* parts) {
  if (origin.size() >= kDigitsSize && IsDigits(origin.substr(origin.size() - kDigitsSize))) {
    parts->parent = origin.substr(origin.size() - kDigitsSize + 1);
    origin.remove_suffix(kDigitsSize);
  }
  const size_t slash = origin.rfind('/');
  if (slash != std::string_view::npos) {
    const std::string_view number = Run(origin, slash + 1, IsDecimal);
    if (!number.empty() && slash + 1 + number.size() == origin.size()) {
      parts->object = number;
      origin = origin.substr(0, slash);
    }
  }
  parts->site = origin;
}

// Only the tasks of files and of addons have a ":" before what they are about; an event may have one in its own name.
bool HasWhere(std::string_view api) { return api.starts_with("fs.") || api == "work"; }

// Returns the first mark behind the API. A package's API may begin with its "@".
size_t EndOfApi(std::string_view name) {
  const size_t mark = name.find_first_of("(@:#", 1);
  if (mark == std::string_view::npos) return name.size();
  if (name[mark] != ':' || HasWhere(name.substr(0, mark))) return mark;
  return std::min(name.find_first_of("(@#", mark), name.size());
}

// Reads all that stands before the count, and returns where that is.
size_t ReadHead(std::string_view name, Parts* parts) {
  size_t at = EndOfApi(name);
  parts->api = name.substr(0, at);
  if (at == name.size()) return at;
  if (name[at] == '(') {
    const size_t close = name.find(")@", at);
    if (close == std::string_view::npos) return FindCount(name, at);
    parts->subject = name.substr(at + 1, close - at - 1);
    at = close + 1;
  }
  const size_t count = FindCount(name, at);
  if (name[at] == '@') ReadOrigin(name.substr(at + 1, count - at - 1), parts);
  if (name[at] == ':') parts->where = name.substr(at + 1, count - at - 1);
  return count;
}

}  // namespace

NACD_HOT uint64_t HashOf(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ULL ^ text.size();
  uint64_t word = 0;
  const bool is_long = text.size() >= sizeof word;
  for (; text.size() >= sizeof word; text.remove_prefix(sizeof word)) {
    memcpy(&word, text.data(), sizeof word);
    hash = WithWord(hash, word);
  }
  if (text.empty()) return hash;
  word = 0;
  if (is_long) {
    // One load that overlaps the last word: a word put together byte by byte would go through memory.
    const size_t before = sizeof word - text.size();
    memcpy(&word, text.data() - before, sizeof word);
    word >>= 8 * before;
  } else {
    memcpy(&word, text.data(), text.size());
  }
  return WithWord(hash, word);
}

uint64_t StableHash(std::string_view text) {
  uint64_t hash = 0xcbf29ce484222325ULL;
  for (unsigned char byte : text) hash = (hash ^ byte) * 0x100000001b3ULL;
  return hash;
}

NACD_HOT char* PutCall(std::string_view api, std::string_view subject, std::string_view site, char* to) {
  to = Put(api, to);
  if (!subject.empty()) {
    *to++ = '(';
    to = Put(subject, to);
    *to++ = ')';
  }
  *to++ = '@';
  return Put(site, to);
}

NACD_HOT char* PutCount(uint32_t count, char* to) {
  *to++ = '#';
  return std::to_chars(to, to + kLongestCount, count).ptr;
}

NACD_HOT char* PutDigits(uint32_t digits, char* to) {
  for (size_t at = kDigitsSize - 1; at > 0; at--, digits >>= 4) to[at] = "0123456789abcdef"[digits & 15];
  *to = '<';
  return to + kDigitsSize;
}

std::string WithCount(std::string name, uint32_t count) { return (name += '#') += std::to_string(count); }

std::string CallOf(std::string_view api, std::string_view site) {
  std::string name(SizeOfCall(api, {}, site), '\0');
  name.resize(static_cast<size_t>(PutCall(api, {}, site, name.data()) - name.data()));
  return name;
}

std::string OriginOf(std::string_view site, uint32_t ordinal, std::string_view suffix) {
  std::string origin(site);
  return ((origin += '/') += std::to_string(ordinal)) += suffix;
}

std::string PartOf(std::string_view root, std::string_view what, std::string_view where) {
  std::string name;
  name.reserve(root.size() + what.size() + where.size() + kLongestCount + 1);  // WithCount() takes no other memory
  name = root;
  if (!root.empty()) return (name += '/') += what;
  name = what;
  if (!where.empty()) (name += ':') += where;
  return name;
}

std::string TickOf(std::string_view timer, uint32_t count) { return WithCount(PartOf(timer, "tick", {}), count); }

std::string ReadyOf(std::string_view origin, uint32_t count) { return WithCount(PartOf(origin, "ready", {}), count); }

std::string AcceptedOf(std::string_view client) { return PartOf(client, "accepted", {}); }

std::string AcceptedOf(std::string_view listener, uint32_t count) { return WithCount(AcceptedOf(listener), count); }

Parts Read(std::string_view name) {
  Parts parts;
  const size_t count = ReadHead(name, &parts);
  size_t end = count;
  if (count < name.size()) {
    parts.count = Run(name, count + 1, IsDecimal);
    end = count + 1 + parts.count.size();
    if (IsDigits(name.substr(end, kDigitsSize))) {
      parts.parent = name.substr(end + 1, kDigitsSize - 1);
      end += kDigitsSize;
    }
  }
  parts.tail = name.substr(end);
  parts.owner = name.substr(0, end);
  return parts;
}

std::string_view ResourceOf(std::string_view name) {
  const Parts parts = Read(name);
  return parts.subject.empty() ? parts.owner : parts.subject;
}

bool Changes(std::string_view name) {
  const std::string_view api = Read(name).api;
  constexpr std::string_view kChanges[] = {"write", "Write",   "append", "truncate", "rename", "unlink",
                                           "mkdir", "mkdtemp", "rmdir",  ".rm",      "copy",   ".cp",
                                           "link",  "utimes",  "chmod",  "chown"};
  // "fs.readlink" ends in "link".
  if (api.ends_with("readlink")) return false;
  return std::any_of(std::begin(kChanges), std::end(kChanges),
                     [&](std::string_view part) { return api.find(part) != std::string_view::npos; });
}

std::string_view TierName(Tier tier) {
  constexpr std::string_view kNames[] = {"name", "subject", "site", "parent"};
  return kNames[static_cast<size_t>(tier)];
}

std::string FormOf(std::string_view name, Tier tier, std::string_view parent) {
  if (tier == Tier::kName) return std::string(name);
  const Parts parts = Read(name);
  std::string form(parts.api);
  const bool has_site = !parts.site.empty() && tier != Tier::kParent;
  if (has_site) (form += '@') += parts.site;
  if (tier == Tier::kSubject && !parts.object.empty()) (form += '/') += parts.object;
  if (tier == Tier::kSubject && !parts.parent.empty()) (form += '<') += parts.parent;
  form += parts.tail;
  if (tier == Tier::kParent) (form += '<') += parent;
  return form;
}

NACD_HOT uint64_t PlaceOf(std::string_view name) {
  const Parts parts = Read(name);
  uint64_t hash = WithWord(HashOf(parts.api), HashOf(parts.site));
  for (std::string_view tail = parts.tail; !tail.empty();) {
    const std::string_view text = tail.substr(0, tail.find('#'));
    hash = WithWord(hash, HashOf(text));
    tail.remove_prefix(text.size());
    if (!tail.empty()) tail.remove_prefix(1 + Run(tail, 1, IsDecimal).size());
  }
  return hash;
}

uint32_t ReadDigits(std::string_view digits) {
  uint32_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number, 16);
  return number;
}

}  // namespace nacd::names
