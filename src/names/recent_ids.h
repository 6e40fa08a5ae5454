// The numbers of the operations of a trace, found by the digits that names have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace nacd::names {

// Numbers operations from 1, in at most 512 KiB. An operation that was not asked for while some 30,000 others were may
// be forgotten: it is then unknown as a parent, and gets another number when it is asked for again. Two operations with
// the same digits have a number each; of these the one that was asked for last is taken for the parent.
class RecentIds {
 public:
  // Returns the number of the operation `name`, which gets one if it has none.
  uint64_t IdOf(std::string_view name);
  // Returns the number of the operation that `name` was started from; 0: not known. A part of a call ("CALL/fs.open#1")
  // was started from the call, or, where that has no number, from the call's parent.
  uint64_t ParentOf(std::string_view name);
  // Gives the call `name` its parent's number: the call has no line in the trace, and operations that it starts follow
  // from its parent.
  void PassOn(std::string_view name);

 private:
  static constexpr int kBucketBits = 13;
  struct Entry {
    uint32_t key = 0;  // the digits that the bucket does not say, and kBucketBits more of the name's hash
    uint32_t id = 0;   // 0: free
  };
  // One cache line. The latest entry is first.
  static constexpr size_t kLine = 64;
  struct alignas(kLine) Bucket {
    std::array<Entry, kLine / sizeof(Entry)> entries;
  };
  static constexpr size_t kBuckets = size_t{1} << kBucketBits;

  static uint32_t KeyOf(uint64_t hash);
  Bucket& BucketOf(uint64_t hash);
  // Returns the number of the entry with the key of `hash`, `ignored` lowest bits of it left out, and moves the entry
  // to the front. 0: there is none.
  uint32_t Find(uint64_t hash, int ignored);
  uint32_t FindDigits(uint32_t digits) { return Find(digits, kBucketBits); }
  void Add(uint64_t hash, uint32_t id);

  std::unique_ptr<Bucket[]> buckets_;  // none before the first operation
  uint32_t last_ = 0;
};

}  // namespace nacd::names
