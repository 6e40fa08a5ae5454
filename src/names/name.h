// The name of an operation: written, read and hashed here and, for JavaScript, in lib/names/name.js. Both are held to
// the literal names in test/fixtures/names/vectors.json. docs/trace-format.md describes the parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace nacd::names {

// Hashing

// Returns 64 bits. Fast, since each traced operation is hashed.
uint64_t HashOf(std::string_view text);
// Returns the hash that stands for an operation in the names of the operations started from it: 32 bits, enough to
// tell the operations of one program apart.
inline uint32_t DigitsOf(std::string_view name) { return static_cast<uint32_t>(HashOf(name)); }
// Returns FNV-1a, 64 bits. A seed's decisions depend on it, so that it must never change.
uint64_t StableHash(std::string_view text);

// Writing. Each Put function needs room at `to` and returns the end of what it wrote.

constexpr size_t kLongestCount = sizeof "#4294967295" - 1;
constexpr size_t kDigitsSize = sizeof "<1a2b3c4d" - 1;

// Returns the room that PutCall() needs.
constexpr size_t SizeOfCall(std::string_view api, std::string_view subject, std::string_view site) {
  return api.size() + subject.size() + site.size() + sizeof "()@" - 1;
}
// Writes a call without its count: "fs.stat(a.txt)@app.js:3:5". An empty subject is left out.
char* PutCall(std::string_view api, std::string_view subject, std::string_view site, char* to);
// Writes "#2".
char* PutCount(uint32_t count, char* to);
// Writes "<1a2b3c4d".
char* PutDigits(uint32_t digits, char* to);

// Returns `name` with its count: "fs.stat@app.js:3:5#2".
std::string WithCount(std::string name, uint32_t count);
// Returns a call without its count, or, where `site` is an object's origin, an event: "net.Socket.data@app.js:3:5/1".
std::string CallOf(std::string_view api, std::string_view site);
// Returns the origin of an object: the place where it was first seen, the object's number there, and `suffix` (see
// Context) of the operation that was running.
std::string OriginOf(std::string_view site, uint32_t ordinal, std::string_view suffix);
// Returns what the loop does for the operation `root`, without its count: "ROOT/fs.open". Without a root it is
// "fs.open:a.txt", or "fs.open" if `where` is empty, too.
std::string PartOf(std::string_view root, std::string_view what, std::string_view where);
// Returns one tick of an interval: "setInterval@app.js:7:3#1/tick#2".
std::string TickOf(std::string_view timer, uint32_t count);
// Returns one event of a connection or another descriptor: "connect#1/ready#3".
std::string ReadyOf(std::string_view origin, uint32_t count);
// Returns a server's end of a connection: "connect#1/accepted".
std::string AcceptedOf(std::string_view client);
// The same for a client of another process: "listen#1/accepted#2".
std::string AcceptedOf(std::string_view listener, uint32_t count);

// Reading

// The parts of a name, as they stand in it. A part that does not occur is empty.
struct Parts {
  std::string_view api;      // "fs.stat"; of an operation of the loop "fs.open", "connect"
  std::string_view subject;  // "a.txt" of "fs.stat(a.txt)@..."
  std::string_view where;    // "a.txt" of "fs.open:a.txt#1"
  std::string_view site;     // "app.js:3:5"
  std::string_view object;   // "2" of "...@app.js:3:5/2#1": the second object that was first seen there
  std::string_view count;    // "1"
  std::string_view parent;   // "1a2b3c4d": the digits of the operation that it was started from
  std::string_view tail;     // "/fs.open#1", "/tick#2", "/accepted/ready#1"
  std::string_view owner;    // all but the tail
};

// Returns the parts of `name`, which point into it.
Parts Read(std::string_view name);
// Returns the call site, "test/a.js:9:11".
inline std::string_view SiteOf(std::string_view name) { return Read(name).site; }
// Returns the subject, "a.txt".
inline std::string_view SubjectOf(std::string_view name) { return Read(name).subject; }
// Returns what the operation touches, as far as the name says: its subject, else the call or connection that it
// belongs to ("connect#1" of "connect#1/ready#3").
std::string_view ResourceOf(std::string_view name);
// True if the user's call that the operation is a part of changes what it touches, by its API.
bool Changes(std::string_view name);
// How much of a name a replay compares. A name may contain chance, such as a random file name, which is then in the
// digits of all operations that it starts, too.
enum class Tier { kName, kSubject, kSite, kParent };

// Returns the word that schedule files use: "name", "subject", "site", "parent". Empty: none.
std::string_view TierName(Tier tier);
// Returns what operations have in common that `tier` takes for one and the same:
//   kName     the name as it is
//   kSubject  it without its subject and count: "fs.stat@app.js:3:5<1a2b3c4d"
//   kSite     API, call site and tail: "fs.stat@app.js:3:5/fs.stat#1"
//   kParent   API and tail, and the same of the parent by kSite, which is `parent`: "fs.stat<fs.open@app.js:1:2"
std::string FormOf(std::string_view name, Tier tier, std::string_view parent = {});
// Returns the hash of what the operations of one place in the code have in common: API, call site and tail, without
// counts ("fs.stat@app.js:3:5/fs.stat", "connect/accepted/ready").
uint64_t PlaceOf(std::string_view name);
// Reads the digits of Parts::parent.
uint32_t ReadDigits(std::string_view digits);

}  // namespace nacd::names
