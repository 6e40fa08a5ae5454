#include "names/recent_ids.h"

#include <algorithm>

#include "hot.h"
#include "names/name.h"

namespace nacd::names {
namespace {

// Returns the digits at the end of a name. Most names that have digits have them there.
std::string_view DigitsAtEnd(std::string_view name) {
  const bool ends_in_digits = name.size() > kDigitsSize && name[name.size() - kDigitsSize] == '<';
  return ends_in_digits ? name.substr(name.size() - kDigitsSize + 1) : std::string_view();
}

// Spreads the digits over the buckets: names that differ in their last bytes only have the same lowest bits. Different
// digits stay different.
uint32_t Mix(uint32_t digits) {
  digits *= 0x9e3779b1U;
  return digits ^ digits >> 15;
}

}  // namespace

NACD_HOT uint32_t RecentIds::KeyOf(uint64_t hash) {
  return Mix(static_cast<uint32_t>(hash)) << kBucketBits | static_cast<uint32_t>(hash >> (64 - kBucketBits));
}

NACD_HOT RecentIds::Bucket& RecentIds::BucketOf(uint64_t hash) {
  if (!buckets_) buckets_ = std::make_unique<Bucket[]>(kBuckets);
  return buckets_[Mix(static_cast<uint32_t>(hash)) >> (32 - kBucketBits)];
}

NACD_HOT uint32_t RecentIds::Find(uint64_t hash, int ignored) {
  const uint32_t key = KeyOf(hash);
  auto& entries = BucketOf(hash).entries;
  for (auto entry = entries.begin(); entry != entries.end(); ++entry) {
    if ((entry->key ^ key) >> ignored != 0 || entry->id == 0) continue;
    std::rotate(entries.begin(), entry, entry + 1);
    return entries.front().id;
  }
  return 0;
}

NACD_HOT void RecentIds::Add(uint64_t hash, uint32_t id) {
  auto& entries = BucketOf(hash).entries;
  std::copy_backward(entries.begin(), entries.end() - 1, entries.end());
  entries.front() = {KeyOf(hash), id};
}

NACD_HOT uint64_t RecentIds::IdOf(std::string_view name) {
  const uint64_t hash = HashOf(name);
  if (const uint32_t known = Find(hash, 0)) return known;
  Add(hash, ++last_);
  return last_;
}

NACD_HOT uint64_t RecentIds::ParentOf(std::string_view name) {
  if (const std::string_view digits = DigitsAtEnd(name); !digits.empty()) return FindDigits(ReadDigits(digits));
  const Parts parts = Read(name);
  if (!parts.tail.empty()) {
    if (const uint32_t call = Find(HashOf(parts.owner), 0)) return call;
  }
  return parts.parent.empty() ? 0 : FindDigits(ReadDigits(parts.parent));
}

void RecentIds::PassOn(std::string_view name) {
  const uint64_t hash = HashOf(name);
  const auto parent = static_cast<uint32_t>(ParentOf(name));
  if (parent != 0 && Find(hash, 0) == 0) Add(hash, parent);
}

}  // namespace nacd::names
