// Naming contexts: the operation that running code was started from, packed into a number that JavaScript can carry
// without anything of ours being allocated or collected.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nacd::hooks {

// Call sites ("lib/a.js:3:7"), each kept once and for good: there are as many as places in the code.
class Sites {
 public:
  // Returns the number of `site`. The empty one has 0, and so has each one after a million others.
  uint32_t NumberOf(std::string_view site);
  // Returns the site with that number. Valid as long as this is.
  std::string_view At(uint32_t number) const { return number == 0 ? std::string_view() : sites_[number - 1]; }
  static constexpr uint32_t kMost = (1u << 20) - 1;

 private:
  std::deque<std::string> sites_;  // never moved: `numbers_` points into it
  std::unordered_map<std::string_view, uint32_t> numbers_;
};

// The context of one operation. The root's, outside of all operations, is 0.
struct Context {
  uint32_t hash = 0;     // of the operation's name
  uint32_t site = 0;     // its call site, see Sites
  bool covered = false;  // what Node makes in it has no delay of its own: the operation's is the only one

  // As a whole number below 2^53.
  double Pack() const { return hash + 0x1p32 * (2.0 * site + covered); }
  static Context Unpack(double number);
  // "<1a2b3c4d", or nothing for the root: the end of the names of what is started in it. Returns where it ends.
  char* PutSuffix(char* to) const;
  std::string Suffix() const;
  static constexpr size_t kSuffixSize = 9;
  bool is_root() const { return hash == 0 && site == 0; }
};

// Counts what comes again in a group, in 1 MiB (on one huge page of 2 MiB, if there are such): a key that has not come
// while some 30,000 others did may be forgotten. An operation that starts others after so many is rare; its next ones
// are counted from 1 again then. Most groups are new and have few keys: one cache line tells, which can be asked for
// early.
class RecentCounts {
 public:
  RecentCounts() = default;
  ~RecentCounts();
  RecentCounts(const RecentCounts&) = delete;
  RecentCounts& operator=(const RecentCounts&) = delete;

  // Returns how many of `key` there were in `group`, this one included; 2^24 - 1 of all that come after so many.
  uint32_t Next(uint64_t group, uint64_t key);

 private:
  static constexpr size_t kLine = 64;
  // What came last is first. An entry has 14 bits of the group's hash, 26 of the key's, and the count; 0: free.
  struct alignas(kLine) Bucket {
    std::array<uint64_t, kLine / sizeof(uint64_t)> entries;
    uint64_t* begin() { return entries.data(); }
    uint64_t* end() { return entries.data() + entries.size(); }
  };
  static constexpr int kCountBits = 24;
  static constexpr uint64_t kCount = (uint64_t{1} << kCountBits) - 1;
  static constexpr int kKeyBits = 26;
  static constexpr int kGroupBits = 14;
  static constexpr int kBucketBits = 14;
  static constexpr size_t kBuckets = size_t{1} << kBucketBits;
  // So many entries of a group in its bucket, and its next keys go where their own hash says. An entry without a key
  // says so then.
  static constexpr int kMany = 4;

  static uint64_t Mix(uint64_t value);
  // The entry with that group and key, or null.
  static uint64_t* Find(Bucket* bucket, uint64_t id);
  // Moves an entry to the front, or puts a new one there instead of the oldest. Returns it.
  static uint64_t* Renew(Bucket* bucket, uint64_t* known, uint64_t id);
  void Allocate();

  void* memory_ = nullptr;     // none before the first key
  Bucket* buckets_ = nullptr;  // in it
};

}  // namespace nacd::hooks
