// Finds request races in traces: reader, happens-before, conflicts, patterns (docs/requests-format.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nacd::requests {

struct FindOptions {
  uint32_t examples = 8;              // of each candidate
  uint32_t limit = 0;                 // pairs that are looked at, of each two shapes of requests; 0: by their number
  uint32_t most = 1000;               // candidates, the likeliest harm first
  std::vector<std::string> handlers;  // only pairs with one of these; empty: all
};

// Reads the traces in `paths` and sets `json` to the candidates as one JSON object. Returns false and sets `error`, one
// line, on a fault. Uses no state outside of its arguments, so it can run on any thread.
bool FindRequestRaces(const std::vector<std::string>& paths, const FindOptions& options, std::string* json,
                      std::string* error);

// As FindRequestRaces(), for traces that are given as (name, text).
bool FindInTexts(const std::vector<std::pair<std::string, std::string_view>>& traces, const FindOptions& options,
                 std::string* json, std::string* error);

}  // namespace nacd::requests
