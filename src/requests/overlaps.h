// Spans of time that overlap: calls or statements that are on their way at the same time.
#pragma once

#include <vector>

#include "requests/recording.h"

namespace nacd::requests {

struct Span {
  double start;
  double end;
};

// Returns the parts of `spans`, sorted by start, that may be of several branches: each part whose spans overlap, and,
// if more spans follow the first such part, all from there on. A span that overlaps with no other one joins what came
// before it.
std::vector<Range> OverlappingParts(const std::vector<Span>& spans);

}  // namespace nacd::requests
