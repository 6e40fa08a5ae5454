// Other processes and threads that the system does not run for a while. Of two children one is late as a whole
// (slow_children 2: the first, the third and so on; 3: the others). Where all are as late, none of two is behind the
// other. The late child's own delays take real time then (lib/preload/slow-children.js counts in the same way), so its
// parent is ahead of all that it does. Of two ports all messages of one are late, of the second where the first child
// is: a group of `reverse` begins with the first.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "names/name.h"
#include "operation/operation.h"
#include "schedule/options.h"

namespace nacd::schedule {

class LateOthers {
 public:
  explicit LateOthers(const Options& options)
      : late_ms_(options.max_delay_ms), which_(static_cast<int>(options.Parameter("slow_children", 0))) {}

  // True if the operation is the beginning of a child, or the arrival of a message, that is decided about here.
  bool DecidesAbout(const Operation& operation) const {
    return which_ >= kFirst && (IsChild(operation) || operation.api == "message");
  }

  Decision Decide(const Operation& operation) {
    const size_t place = IsChild(operation) ? children_++ : PortOf(operation) + 1;
    const bool late = place % 2 == static_cast<size_t>(which_ - kFirst);
    return {late, late ? late_ms_ : 0};
  }

 private:
  static constexpr int kFirst = 2;
  static constexpr size_t kMostPorts = 65536;  // that are known

  static bool IsChild(const Operation& operation) { return operation.api == "child"; }

  // Returns how many ports were seen before this one.
  size_t PortOf(const Operation& operation) {
    const uint64_t port = names::StableHash(names::Read(operation.name).owner);
    if (ports_.size() >= kMostPorts) return ports_.size();
    return ports_.emplace(port, ports_.size()).first->second;
  }

  double late_ms_;
  int which_;
  size_t children_ = 0;
  std::unordered_map<uint64_t, size_t> ports_;
};

}  // namespace nacd::schedule
