#include "requests/caused.h"

#include <algorithm>
#include <unordered_set>

namespace nacd::requests {
namespace {

constexpr std::string_view kHttp = "http";
constexpr std::string_view kAnswer = ":answer";

bool IsWhole(const Call& call) { return call.from != kNone && call.to != kNone && call.from != call.to; }

}  // namespace

Caused::Caused(const Recording& recording) {
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
    if (IsWhole(call)) calls_.push_back(call);
  }
  // Several consumers may get one message.
  for (const Message& message : recording.messages) {
    const auto from = message.sent || message.request == kNone ? sent.end() : sent.find(key(message));
    if (from == sent.end()) continue;
    Call got = from->second;
    got.to = message.request;
    if (IsWhole(got)) messages_.push_back(got);
  }
  for (const std::vector<Call>* list : {&calls_, &messages_}) {
    for (const Call& call : *list) by_cause_[call.from].push_back(call.to);
  }
}

std::vector<uint32_t> Caused::AllOf(const std::vector<uint32_t>& requests) const {
  std::unordered_set<uint32_t> all;
  std::vector<uint32_t> left = requests;
  while (!left.empty()) {
    const uint32_t next = left.back();
    left.pop_back();
    if (!all.insert(next).second) continue;
    const auto caused = by_cause_.find(next);
    if (caused != by_cause_.end()) left.insert(left.end(), caused->second.begin(), caused->second.end());
  }
  std::vector<uint32_t> sorted(all.begin(), all.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace nacd::requests
