#include "requests/deliveries.h"

#include <algorithm>
#include <map>

namespace nacd::requests {
namespace {

// A flow with more messages counts with its first ones.
constexpr size_t kMostMessages = 64;

using OperationsOfRequests = std::vector<std::vector<uint32_t>>;

OperationsOfRequests ByRequest(const Recording& recording) {
  OperationsOfRequests operations(recording.requests.size());
  for (uint32_t i = 0; i < recording.operations.size(); ++i) {
    const uint32_t request = recording.operations[i].request;
    if (request != kNone) operations[request].push_back(i);
  }
  return operations;
}

// Sets the statements of the branch and its times. Returns whether it has some that can be held.
bool Fill(const Recording& recording, const OperationsOfRequests& operations, Branch* branch) {
  for (const uint32_t request : branch->requests) {
    for (const uint32_t each : operations[request]) branch->operations.push_back(each);
  }
  const auto at = [&](uint32_t index) -> const Operation& { return recording.operations[index]; };
  std::stable_sort(branch->operations.begin(), branch->operations.end(),
                   [&](uint32_t a, uint32_t b) { return at(a).start < at(b).start; });
  if (branch->operations.empty() || at(branch->operations.front()).turn != kNone) return false;
  branch->answered = 0;
  for (const uint32_t each : branch->operations) branch->answered = std::max(branch->answered, at(each).end);
  return true;
}

}  // namespace

std::vector<std::vector<Branch>> FindDeliveries(const Recording& recording, const Caused& caused) {
  std::map<TextId, std::vector<Call>> by_flow;
  for (const Call& message : caused.messages()) {
    const TextId flow = recording.requests[message.to].flow;
    if (flow != kNone) by_flow[flow].push_back(message);
  }
  std::vector<std::vector<Branch>> lists;
  OperationsOfRequests operations;
  for (auto& [flow, messages] : by_flow) {
    if (messages.size() < 2) continue;
    if (operations.empty()) operations = ByRequest(recording);
    std::sort(messages.begin(), messages.end(), [](const Call& a, const Call& b) { return a.sent < b.sent; });
    if (messages.size() > kMostMessages) messages.resize(kMostMessages);
    std::vector<Branch> branches;
    for (const Call& message : messages) {
      Branch branch{message.from, message.sent, kNever, {}, caused.AllOf({message.to}), {}, message.to};
      if (Fill(recording, operations, &branch)) branches.push_back(std::move(branch));
    }
    if (branches.size() > 1) lists.push_back(std::move(branches));
  }
  return lists;
}

}  // namespace nacd::requests
