#include "hooks/contexts.h"

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

RecentCounts::Entry* RecentCounts::Find(std::vector<Entry>* table, uint64_t key) {
  const size_t mask = table->size() - 1;
  size_t at = (key * 0x9e3779b97f4a7c15ULL >> 32) & mask;
  while ((*table)[at].count != 0 && (*table)[at].key != key) at = (at + 1) & mask;
  return &(*table)[at];
}

void RecentCounts::Grow() {
  if (young_.size() == kMost) {
    old_.swap(young_);
    young_.assign(kMost, {});
    used_ = 0;
    return;
  }
  std::vector<Entry> larger(young_.empty() ? kFirst : young_.size() * 2);
  for (const Entry& entry : young_) {
    if (entry.count != 0) *Find(&larger, entry.key) = entry;
  }
  young_ = std::move(larger);
}

uint32_t RecentCounts::Next(uint64_t key) {
  if ((used_ + 1) * 4 > young_.size() * 3) Grow();
  Entry* entry = Find(&young_, key);
  if (entry->count == 0) {
    used_++;
    *entry = {key, old_.empty() ? 0 : Find(&old_, key)->count};
  }
  return ++entry->count;
}

}  // namespace nacd::hooks
