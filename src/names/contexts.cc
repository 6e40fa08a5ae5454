#include "names/contexts.h"

#include "hot.h"

namespace nacd::names {

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
  return {static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 34), (bits >> 32 & 1) != 0, (bits >> 33 & 1) != 0};
}

std::string Context::Suffix() const {
  char text[kDigitsSize];
  return {text, PutSuffix(text)};
}

}  // namespace nacd::names
