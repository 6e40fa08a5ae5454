// Naming contexts: the operation that running code was started from, packed into a number that JavaScript can carry.
// Nothing has to be allocated or collected for it.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

#include "names/name.h"

namespace nacd::names {

// Call sites ("lib/a.js:3:7"), each kept once and for good: there are as many as places in the code.
class Sites {
 public:
  // Returns the number of `site`. An empty one has 0, and so has each one after half a million others.
  uint32_t NumberOf(std::string_view site);
  // Returns the site with that number. Valid as long as this object.
  std::string_view At(uint32_t number) const { return number == 0 ? std::string_view() : sites_[number - 1]; }
  static constexpr uint32_t kMost = (1u << 19) - 1;

 private:
  std::deque<std::string> sites_;  // never moved: `numbers_` points into it
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

// The context of one operation. The root's, outside of all operations, is 0.
struct Context {
  uint32_t hash = 0;     // DigitsOf() the operation's name
  uint32_t site = 0;     // its call site, see Sites
  bool covered = false;  // operations that Node makes in it have no delay of their own: this operation has the only one

  bool machinery = false;  // a test runner's or transformer's own (operation/operation.h)

  // Returns a whole number below 2^53.
  double Pack() const { return hash + 0x1p32 * (4.0 * site + 2.0 * machinery + covered); }
  static Context Unpack(double number);
  // Writes the end of the names of the operations started in it: "<1a2b3c4d", or nothing for the root. Needs
  // kDigitsSize bytes; returns the end of what it wrote.
  char* PutSuffix(char* to) const { return is_root() ? to : PutDigits(hash, to); }
  std::string Suffix() const;
  bool is_root() const { return hash == 0 && site == 0; }
};

}  // namespace nacd::names
