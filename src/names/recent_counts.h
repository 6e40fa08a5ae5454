// Counts of equal names in each context, in bounded memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nacd::names {

// Counts how often each key occurs in a group, in 1 MiB (on one huge page of 2 MiB, if the system has them). A key that
// has not occurred while some 30,000 others did may be forgotten, and is then counted from 1 again. That is rare: few
// operations start others after so long. Most groups are new and have few keys, so that one cache line holds them.
class RecentCounts {
 public:
  RecentCounts() = default;
  ~RecentCounts();
  RecentCounts(const RecentCounts&) = delete;
  RecentCounts& operator=(const RecentCounts&) = delete;

  // Counts `key` in `group` and returns its count, at most 2^24 - 1.
  uint32_t Next(uint64_t group, uint64_t key);

 private:
  static constexpr size_t kLine = 64;
  // The latest entry is first. An entry has 14 bits of the group's hash, 26 of the key's, and the count; 0: free.
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
  // A group with this many entries in its bucket puts further keys into the buckets of their own hashes. An entry
  // without a key marks such a group.
  static constexpr int kMany = 4;

  static uint64_t Mix(uint64_t value);
  // Returns the entry with that group and key, or null.
  static uint64_t* Find(Bucket* bucket, uint64_t id);
  // Moves an entry to the front, or puts a new one there in place of the oldest. Returns it.
  static uint64_t* Renew(Bucket* bucket, uint64_t* known, uint64_t id);
  void Allocate();

  void* memory_ = nullptr;     // none before the first key
  Bucket* buckets_ = nullptr;  // in it
};

}  // namespace nacd::names
