#include "hooks/contexts.h"

#include <algorithm>

namespace nacd::hooks {

uint32_t Sites::NumberOf(std::string_view site) {
  if (site.empty()) return 0;
  if (const auto known = numbers_.find(site); known != numbers_.end()) return known->second;
  if (sites_.size() == kMost) return 0;
  const std::string& kept = sites_.emplace_back(site);
  const auto number = static_cast<uint32_t>(sites_.size());
  numbers_.emplace(kept, number);
  return number;
}

Context Context::Unpack(double number) {
  const auto bits = static_cast<uint64_t>(number);
  return {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 33), (bits >> 32 & 1) != 0};
}

char* Context::PutSuffix(char* to) const {
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

void RecentCounts::Grow() {
  std::vector<Bucket> before(size_t{1} << ++power_);
  before.swap(buckets_);
  for (const Bucket& bucket : before) {
    std::array<size_t, 2> used{};  // each bucket becomes two
    for (const uint64_t entry : bucket.entries) {
      if (entry != 0) BucketOf(entry).entries[used[entry >> (64 - power_) & 1]++] = entry;
    }
  }
}

uint32_t RecentCounts::Next(uint64_t key) {
  constexpr uint64_t kCount = (uint64_t{1} << kCountBits) - 1;
  constexpr uint64_t kMix = 0x9e3779b97f4a7c15ULL;
  key *= kMix;
  const uint64_t hash = (key ^ key >> 32) * kMix & ~kCount;
  const auto is_known = [&](uint64_t entry) { return (entry & ~kCount) == hash; };

  auto* entries = &BucketOf(hash).entries;
  auto at = std::find_if(entries->begin(), entries->end(), is_known);
  if (at == entries->end()) {
    while (entries->back() != 0 && power_ < kMost) {
      Grow();
      entries = &BucketOf(hash).entries;
    }
    at = entries->end() - 1;
    *at = hash;
  }
  const uint64_t entry = std::min(*at + 1, hash | kCount);
  std::copy_backward(entries->begin(), at, at + 1);
  entries->front() = entry;
  return static_cast<uint32_t>(entry & kCount);
}

}  // namespace nacd::hooks
