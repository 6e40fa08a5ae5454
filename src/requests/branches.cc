#include "requests/branches.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>

#include "requests/overlaps.h"

namespace nacd::requests {
namespace {

constexpr size_t kMostCalls = 32;
constexpr std::string_view kQueue = "http";
constexpr std::string_view kAnswer = ":answer";

struct Call {
  uint32_t from = kNone;
  uint32_t to = kNone;
  double sent = kNever;
  double answered = kNever;
};

// Times of a call and of its answer are those of the caller's clock.
std::unordered_map<std::string_view, Call> CallsIn(const Recording& recording) {
  std::unordered_map<std::string_view, Call> calls;
  for (const Message& message : recording.messages) {
    if (message.request == kNone || recording.strings.Text(message.queue) != kQueue) continue;
    std::string_view id = recording.strings.Text(message.id);
    if (id.ends_with(kAnswer)) {
      id.remove_suffix(kAnswer.size());
      if (!message.sent) calls[id].answered = message.time;
    } else if (message.sent) {
      calls[id].from = message.request;
      calls[id].sent = message.time;
    } else {
      calls[id].to = message.request;
    }
  }
  return calls;
}

class Splitter {
 public:
  explicit Splitter(const Recording& recording) : recording_(recording) {
    for (const auto& [id, call] : CallsIn(recording)) {
      if (call.from == kNone || call.to == kNone || call.from == call.to) continue;
      by_caller_[call.from].push_back(call);
      caused_[call.from].push_back(call.to);
    }
  }

  std::vector<std::vector<Branch>> Split() {
    for (auto& [caller, calls] : by_caller_) {
      if (calls.size() < 2) continue;
      std::sort(calls.begin(), calls.end(), [](const Call& a, const Call& b) { return a.sent < b.sent; });
      if (calls.size() > kMostCalls) calls.resize(kMostCalls);
      SplitCalls(calls);
    }
    return std::move(lists_);
  }

 private:
  void SplitCalls(const std::vector<Call>& calls);
  void Add(const Call* first, const Call* end);
  bool HasHandler(const Branch& branch, const Call& call) const;
  void Collect(uint32_t request, std::vector<uint32_t>* all) const;

  const Recording& recording_;
  std::map<uint32_t, std::vector<Call>> by_caller_;
  std::unordered_map<uint32_t, std::vector<uint32_t>> caused_;
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
      branches.push_back({first->from, first->sent, first->answered, {}, {}, {}});
      free.push_back(kNever);
    }
    branches[best].calls.push_back(first->to);
    free[best] = first->answered;
  }
  for (Branch& branch : branches) {
    for (const uint32_t call : branch.calls) Collect(call, &branch.requests);
    std::sort(branch.requests.begin(), branch.requests.end());
    branch.requests.erase(std::unique(branch.requests.begin(), branch.requests.end()), branch.requests.end());
  }
  lists_.push_back(std::move(branches));
}

// Adds the request and all that it causes. A trace that somebody else wrote may have a circle.
void Splitter::Collect(uint32_t request, std::vector<uint32_t>* all) const {
  std::vector<uint32_t> left{request};
  while (!left.empty()) {
    const uint32_t next = left.back();
    left.pop_back();
    if (std::find(all->begin(), all->end(), next) != all->end()) continue;
    all->push_back(next);
    const auto caused = caused_.find(next);
    if (caused != caused_.end()) left.insert(left.end(), caused->second.begin(), caused->second.end());
  }
}

}  // namespace

bool AreConcurrent(const Branch& a, const Branch& b) { return a.start < b.answered && b.start < a.answered; }

std::vector<std::vector<Branch>> FindBranches(const Recording& recording) { return Splitter(recording).Split(); }

}  // namespace nacd::requests
