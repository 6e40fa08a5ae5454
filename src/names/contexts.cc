#include "names/contexts.h"

#include <sys/mman.h>

#include <algorithm>
#include <memory>
#include <new>

#include "hot.h"

namespace nacd::hooks {
namespace {

// Bits of a hash, whose upper ones are the best: `count` of them after the first `skipped`.
uint64_t Bits(uint64_t hash, int skipped, int count) { return hash << skipped >> (64 - count); }

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kReserved = 2 * kHugePage;  // one lies in it, whatever its start

}  // namespace

uint32_t Sites::NumberOf(std::string_view site) {
  if (site.empty()) return 0;
  if (const auto known = numbers_.find(site); known != numbers_.end()) return known->second;
  if (sites_.size() == kMost) return 0;
  const std::string& kept = sites_.emplace_back(site);
  const auto number = static_cast<uint32_t>(sites_.size());
  numbers_.emplace(kept, number);
  return number;
}

NACD_HOT Context Context::Unpack(double number) {
  const auto bits = static_cast<uint64_t>(number);
  return {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 33), (bits >> 32 & 1) != 0};
}

NACD_HOT char* Context::PutSuffix(char* to) const {
  if (is_root()) return to;
  uint32_t rest = hash;
  for (size_t at = kSuffixSize - 1; at > 0; at--, rest >>= 4) to[at] = "0123456789abcdef"[rest & 15];
  *to = '<';
  return to + kSuffixSize;
}

std::string Context::Suffix() const {
  char text[kSuffixSize];
  return {text, PutSuffix(text)};
}

RecentCounts::~RecentCounts() {
  if (buckets_) munmap(memory_, kReserved);
}

uint64_t RecentCounts::Mix(uint64_t value) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15ULL;
  value *= kFactor;
  return (value ^ value >> 32) * kFactor;
}

// Of one huge page, where the system has them: in small ones most groups are on a page whose address the processor
// does not know any more, and to find that out takes longer than all the rest. Memory is taken where it is touched.
void RecentCounts::Allocate() {
  static_assert(kBuckets * sizeof(Bucket) <= kHugePage);
  memory_ = mmap(nullptr, kReserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory_ == MAP_FAILED) throw std::bad_alloc();
  size_t size = kReserved;
  void* aligned = memory_;
  std::align(kHugePage, kHugePage, aligned, size);
#ifdef MADV_HUGEPAGE
  madvise(aligned, kHugePage, MADV_HUGEPAGE);
#endif
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

}  // namespace nacd::hooks
