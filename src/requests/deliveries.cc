#include "requests/deliveries.h"

#include <algorithm>
#include <map>

namespace nacd::requests {
namespace {

// A flow with more messages counts with its first ones.
constexpr size_t kMostMessages = 64;
// A sender that does more after a message counts with its first statements.
constexpr size_t kMostStatements = 256;

class Deliveries {
 public:
  Deliveries(const Recording& recording, const Caused& caused) : recording_(recording), caused_(caused) {}

  void Add(std::vector<Call> messages) {
    std::sort(messages.begin(), messages.end(), [](const Call& a, const Call& b) { return a.sent < b.sent; });
    if (messages.size() > kMostMessages) messages.resize(kMostMessages);
    std::vector<Branch> all;
    for (const Call& message : messages) {
      Branch delivery{message.from, message.sent, kNever, {}, caused_.AllOf({message.to}), {}, message.to};
      if (!Fill(caused_.OperationsOf(delivery.requests), &delivery)) continue;
      AddSender(message, delivery);
      all.push_back(std::move(delivery));
    }
    if (all.size() > 1) lists.push_back(std::move(all));
  }

  std::vector<std::vector<Branch>> lists;

 private:
  const Operation& At(uint32_t index) const { return recording_.operations[index]; }
  bool Fill(std::vector<uint32_t> operations, Branch* branch) const;
  void AddSender(const Call& message, const Branch& delivery);

  const Recording& recording_;
  const Caused& caused_;
};

// Sets the statements of the branch and its end. Returns whether it has some that can be held.
bool Deliveries::Fill(std::vector<uint32_t> operations, Branch* branch) const {
  if (operations.empty() || At(operations.front()).turn != kNone) return false;
  branch->operations = std::move(operations);
  branch->answered = 0;
  for (const uint32_t each : branch->operations) branch->answered = std::max(branch->answered, At(each).end);
  return true;
}

// Other messages that it sends have consumers of their own.
void Deliveries::AddSender(const Call& message, const Branch& delivery) {
  Branch rest{message.from, message.sent, kNever, {}, {}, {}, kNone};
  std::vector<uint32_t> operations;
  uint32_t request = message.from;
  double since = message.sent;
  for (size_t i = 0; request != kNone && i < kMostMessages; ++i) {
    std::vector<uint32_t> callees;
    for (const Call& call : caused_.CallsOf(request)) {
      if (call.sent >= since) callees.push_back(call.to);
    }
    for (const uint32_t each : caused_.AllByCalls(callees)) rest.requests.push_back(each);
    for (const uint32_t each : caused_.OperationsOf({request})) {
      if (At(each).start >= since) operations.push_back(each);
    }
    const Call* call = caused_.CallTo(request);
    request = call ? call->from : kNone;
    since = call ? call->answered : since;
  }
  std::sort(rest.requests.begin(), rest.requests.end());
  for (const uint32_t each : caused_.OperationsOf(rest.requests)) operations.push_back(each);
  std::stable_sort(operations.begin(), operations.end(),
                   [&](uint32_t a, uint32_t b) { return At(a).start < At(b).start; });
  if (operations.size() > kMostStatements) operations.resize(kMostStatements);
  if (operations.size() + delivery.operations.size() < kLeastStatements) return;
  if (Fill(std::move(operations), &rest)) lists.push_back({std::move(rest), delivery});
}

}  // namespace

std::vector<std::vector<Branch>> FindDeliveries(const Recording& recording, const Caused& caused) {
  std::map<TextId, std::vector<Call>> by_flow;
  for (const Call& message : caused.messages()) {
    const TextId flow = recording.requests[message.to].flow;
    if (flow != kNone) by_flow[flow].push_back(message);
  }
  Deliveries deliveries(recording, caused);
  for (auto& [flow, messages] : by_flow) deliveries.Add(std::move(messages));
  return std::move(deliveries.lists);
}

}  // namespace nacd::requests
