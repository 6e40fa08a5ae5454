#include "requests/caused.h"

#include <algorithm>
#include <unordered_set>

namespace nacd::requests {
namespace {

constexpr std::string_view kHttp = "http";
constexpr std::string_view kAnswer = ":answer";

const std::vector<Call> kNoCalls;

bool IsWhole(const Call& call) { return call.from != kNone && call.to != kNone && call.from != call.to; }

std::vector<uint32_t> Closure(const std::vector<uint32_t>& requests,
                              const std::unordered_map<uint32_t, std::vector<uint32_t>>& causes) {
  std::unordered_set<uint32_t> all;
  std::vector<uint32_t> left = requests;
  while (!left.empty()) {
    const uint32_t next = left.back();
    left.pop_back();
    if (!all.insert(next).second) continue;
    const auto caused = causes.find(next);
    if (caused != causes.end()) left.insert(left.end(), caused->second.begin(), caused->second.end());
  }
  std::vector<uint32_t> sorted(all.begin(), all.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace

Caused::Caused(const Recording& recording) : recording_(recording) {
  std::unordered_map<std::string_view, Call> calls;
  std::unordered_map<uint64_t, Call> sent;
  const auto key = [](const Message& message) { return uint64_t{message.queue} << 32 | message.id; };
  for (const Message& message : recording.messages) {
    if (message.request == kNone) continue;
    std::string_view id = recording.strings.Text(message.id);
    if (recording.strings.Text(message.queue) != kHttp) {
      if (message.sent) sent.try_emplace(key(message), Call{message.request, kNone, message.time});
    } else if (id.ends_with(kAnswer)) {
      id.remove_suffix(kAnswer.size());
      if (!message.sent) calls[id].answered = message.time;
    } else if (message.sent) {
      calls[id].from = message.request;
      calls[id].sent = message.time;
    } else {
      calls[id].to = message.request;
    }
  }
  for (const auto& [id, call] : calls) {
    if (!IsWhole(call)) continue;
    by_caller_[call.from].push_back(call);
    by_callee_[call.to] = call;
    by_call_[call.from].push_back(call.to);
  }
  for (auto& [caller, sent_calls] : by_caller_) {
    std::sort(sent_calls.begin(), sent_calls.end(), [](const Call& a, const Call& b) { return a.sent < b.sent; });
  }
  // Several consumers may get one message.
  for (const Message& message : recording.messages) {
    const auto from = message.sent || message.request == kNone ? sent.end() : sent.find(key(message));
    if (from == sent.end()) continue;
    Call got = from->second;
    got.to = message.request;
    if (IsWhole(got)) messages_.push_back(got);
  }
  by_cause_ = by_call_;
  for (const Call& message : messages_) by_cause_[message.from].push_back(message.to);
  operations_.resize(recording.requests.size());
  for (uint32_t i = 0; i < recording.operations.size(); ++i) {
    const Operation& operation = recording.operations[i];
    if (operation.request != kNone && operation.effects.count > 0) operations_[operation.request].push_back(i);
  }
}

const std::vector<Call>& Caused::CallsOf(uint32_t request) const {
  const auto known = by_caller_.find(request);
  return known == by_caller_.end() ? kNoCalls : known->second;
}

const Call* Caused::CallTo(uint32_t request) const {
  const auto known = by_callee_.find(request);
  return known == by_callee_.end() ? nullptr : &known->second;
}

std::vector<uint32_t> Caused::AllOf(const std::vector<uint32_t>& requests) const {
  return Closure(requests, by_cause_);
}

std::vector<uint32_t> Caused::AllByCalls(const std::vector<uint32_t>& requests) const {
  return Closure(requests, by_call_);
}

std::vector<uint32_t> Caused::OperationsOf(const std::vector<uint32_t>& requests) const {
  std::vector<uint32_t> all;
  for (const uint32_t request : requests) {
    all.insert(all.end(), operations_[request].begin(), operations_[request].end());
  }
  std::stable_sort(all.begin(), all.end(), [&](uint32_t a, uint32_t b) {
    return recording_.operations[a].start < recording_.operations[b].start;
  });
  return all;
}

}  // namespace nacd::requests
