#include "names/recent_counts.h"

#include <algorithm>
#include <memory>
#include <new>

#include "hot.h"
#include "names/pages.h"

namespace nacd::names {
namespace {

// Returns bits of a hash, the upper ones of which are the best: `count` of them after the first `skipped`.
uint64_t Bits(uint64_t hash, int skipped, int count) { return hash << skipped >> (64 - count); }

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kReserved = 2 * kHugePage;  // one lies in it, whatever its start

}  // namespace

RecentCounts::~RecentCounts() {
  if (buckets_) GivePages(memory_, kReserved);
}

uint64_t RecentCounts::Mix(uint64_t value) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
  value *= kFactor;
  return (value ^ value >> 32) * kFactor;
}

// Takes one huge page, where the system has them. On small pages most groups miss the processor's cache of page
// addresses, and that costs more than all the rest. Only memory that is touched is used.
void RecentCounts::Allocate() {
  static_assert(kBuckets * sizeof(Bucket) <= kHugePage);
  memory_ = TakePages(kReserved, kHugePage);
  if (!memory_) throw std::bad_alloc();
  size_t size = kReserved;
  void* aligned = memory_;
  std::align(kHugePage, kHugePage, aligned, size);
  buckets_ = static_cast<Bucket*>(aligned);
}

NACD_HOT uint64_t* RecentCounts::Find(Bucket* bucket, uint64_t id) {
  uint64_t* found = std::find_if(bucket->begin(), bucket->end(),
                                 [id](uint64_t entry) { return entry != 0 && (entry & ~kCount) == id; });
  return found == bucket->end() ? nullptr : found;
}

NACD_HOT uint64_t* RecentCounts::Renew(Bucket* bucket, uint64_t* known, uint64_t id) {
  uint64_t* at = known ? known : bucket->end() - 1;
  const uint64_t entry = known ? *known : id;
  std::copy_backward(bucket->begin(), at, at + 1);
  *bucket->begin() = entry;
  return bucket->begin();
}

NACD_HOT uint32_t RecentCounts::Next(uint64_t group, uint64_t key) {
  if (!buckets_) Allocate();
  const uint64_t of_group = Mix(group);
  const uint64_t of_both = Mix(key ^ of_group);
  const uint64_t many = Bits(of_group, kBucketBits, kGroupBits) << (kKeyBits + kCountBits);
  const uint64_t id = many | std::max<uint64_t>(Bits(of_both, kBucketBits, kKeyBits), 1) << kCountBits;

  Bucket* bucket = &buckets_[Bits(of_group, 0, kBucketBits)];
  uint64_t* known = Find(bucket, id);
  if (!known) {
    uint64_t* marker = Find(bucket, many);
    const auto is_own = [many](uint64_t entry) { return entry != 0 && (entry ^ many) >> (kKeyBits + kCountBits) == 0; };
    if (marker || std::count_if(bucket->begin(), bucket->end(), is_own) >= kMany) {
      Renew(bucket, marker, many | 1);
      bucket = &buckets_[Bits(of_both, 0, kBucketBits)];
      known = Find(bucket, id);
    }
  }
  uint64_t* entry = Renew(bucket, known, id);
  if ((*entry & kCount) != kCount) ++*entry;
  return static_cast<uint32_t>(*entry & kCount);
}

}  // namespace nacd::names
