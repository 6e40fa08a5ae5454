#include "requests/branches.h"

#include <algorithm>

#include "requests/overlaps.h"

namespace nacd::requests {
namespace {

constexpr size_t kMostCalls = 32;

class Splitter {
 public:
  Splitter(const Recording& recording, const Caused& caused) : recording_(recording), caused_(caused) {}

  std::vector<std::vector<Branch>> Split() {
    for (const auto& [caller, all] : caused_.by_caller()) {
      if (all.size() < 2) continue;
      std::vector<Call> calls = all;
      if (calls.size() > kMostCalls) calls.resize(kMostCalls);
      SplitCalls(calls);
    }
    return std::move(lists_);
  }

 private:
  void SplitCalls(const std::vector<Call>& calls);
  void Add(const Call* first, const Call* end);
  bool HasHandler(const Branch& branch, const Call& call) const;

  const Recording& recording_;
  const Caused& caused_;
  std::vector<std::vector<Branch>> lists_;
};

void Splitter::SplitCalls(const std::vector<Call>& calls) {
  std::vector<Span> spans;
  for (const Call& call : calls) spans.push_back({call.sent, call.answered});
  for (const Range& part : OverlappingParts(spans)) {
    Add(calls.data() + part.first, calls.data() + part.first + part.count);
  }
}

bool Splitter::HasHandler(const Branch& branch, const Call& call) const {
  return std::any_of(branch.calls.begin(), branch.calls.end(), [&](uint32_t known) {
    return recording_.requests[known].handler == recording_.requests[call.to].handler;
  });
}

// A call goes to a branch whose last answer has come: to the first one that has made none like it, else to the one
// whose answer is the latest.
void Splitter::Add(const Call* first, const Call* end) {
  std::vector<Branch> branches;
  std::vector<double> free;  // when the last answer of each came
  for (; first != end; ++first) {
    size_t best = branches.size();
    for (size_t i = 0; i < branches.size(); ++i) {
      if (free[i] > first->sent) continue;
      const bool fresh = !HasHandler(branches[i], *first);
      if (best == branches.size() || free[i] > free[best] || fresh) best = i;
      if (fresh) break;
    }
    if (best == branches.size()) {
      branches.push_back({first->from, first->sent, first->answered, {}, {}, {}, kNone});
      free.push_back(kNever);
    }
    branches[best].calls.push_back(first->to);
    free[best] = first->answered;
  }
  for (Branch& branch : branches) branch.requests = caused_.AllOf(branch.calls);
  lists_.push_back(std::move(branches));
}

}  // namespace

bool AreConcurrent(const Branch& a, const Branch& b) {
  if (a.consumer == kNone || b.consumer == kNone) return a.start < b.answered && b.start < a.answered;
  const auto causes = [](const Branch& one, const Branch& other) {
    return std::binary_search(one.requests.begin(), one.requests.end(), other.consumer);
  };
  return !causes(a, b) && !causes(b, a);
}

std::vector<std::vector<Branch>> FindBranches(const Recording& recording, const Caused& caused) {
  return Splitter(recording, caused).Split();
}

}  // namespace nacd::requests
