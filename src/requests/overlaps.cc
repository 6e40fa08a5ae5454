#include "requests/overlaps.h"

#include <algorithm>

namespace nacd::requests {

std::vector<Range> OverlappingParts(const std::vector<Span>& spans) {
  std::vector<Range> parts;
  const auto size = static_cast<uint32_t>(spans.size());
  uint32_t groups = 0;
  for (uint32_t first = 0; first < size;) {
    double busy = spans[first].end;
    uint32_t next = first + 1;
    for (; next < size && spans[next].start < busy; ++next) busy = std::max(busy, spans[next].end);
    if (next - first > 1) parts.push_back({first, next - first});
    groups += !parts.empty();
    first = next;
  }
  if (groups > 1) parts.push_back({parts.front().first, size - parts.front().first});
  return parts;
}

}  // namespace nacd::requests
