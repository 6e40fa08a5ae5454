// The place of a gate: a description that operations match. Interleaving (Vainer and Yehudai), section 2: "the location
// could be defined in some other way, like the fifth iteration of a loop".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "operation/operation.h"

namespace nacd::schedule {

// True if `text` matches `glob`: "*" stands for any characters, "?" for one; all others for themselves.
bool MatchesGlob(std::string_view glob, std::string_view text);

// A part that is empty or 0 matches anything.
struct Location {
  std::string text;     // as the user wrote it, for reports
  std::string api;      // glob: "fs.*"
  std::string subject;  // glob: what the call is about, as it stands in the name
  std::string file;     // glob: the whole of the call site's path, or its end from a "/" on
  int line = 0;
  int column = 0;
  std::string name;  // the whole name, exactly
  // The end of the name of something that happens inside a call, "/connect#1/ready#2". `api`, `subject` and `file`
  // then describe the call, and `call` is its own count.
  std::string tail;
  uint32_t call = 0;
  uint32_t phases = 0;  // bits (1 << Phase); 0: whatever a program sees, see kSeenPhases
  uint32_t count = 0;   // 2: the second operation that matches the rest since the gate was set; 0: each
  using Detail = std::pair<std::string, std::string>;
  std::vector<Detail> details;  // arguments of calls: "path", "port"..., and a glob; each has to match

  // Returns whether the operation matches all parts but `count`, which the caller checks.
  bool Matches(const Operation& operation) const;

 private:
  bool MatchesPart(std::string_view whole) const;
  bool MatchesSite(std::string_view text) const;
};

// Completions, and the work of streams. Starts and what goes on inside the event loop have to be asked for.
constexpr uint32_t kSeenPhases = 1U << static_cast<int>(Phase::kCallback) | 1U << static_cast<int>(Phase::kEvent) |
                                 1U << static_cast<int>(Phase::kPromise) | 1U << static_cast<int>(Phase::kTimer) |
                                 1U << static_cast<int>(Phase::kAction);

}  // namespace nacd::schedule
