#include "requests/candidates.h"

#include <algorithm>

#include "requests/fnv.h"
#include "requests/rank.h"

namespace nacd::requests {
namespace {

constexpr double kOtherTestsCost = 0.05;
constexpr double kOtherTraceCost = 0.1;
constexpr size_t kMostCandidates = 100'000;

}  // namespace

std::vector<Step> Candidates::OrderOf(const Flow& a, const Flow& b, const Window& window) const {
  const uint32_t low = std::min(window.before->second, window.after->second);
  const uint32_t high = std::max(window.before->second, window.after->second);
  std::vector<Step> order{{false, flows_.OperationAt(a, window.first)}, {true, flows_.OperationAt(b, low)}};
  if (high != low) order.push_back({true, flows_.OperationAt(b, high)});
  order.push_back({false, flows_.OperationAt(a, window.last)});
  return order;
}

// Hashes texts, not numbers: another recording gives the same race the same id.
uint64_t Candidates::IdOf(const Flow& a, const Flow& b, const std::vector<Step>& order, const Window& window) const {
  const auto text = [&](uint64_t hash, TextId id) { return Fnv(recording_.strings.Text(id), Fnv("|", hash)); };
  uint64_t hash = text(kFnvStart, recording_.requests[a.request].handler);
  hash = text(hash, recording_.requests[b.request].handler);
  // Two chains of one request are no pair of that request and its copy.
  if (a.of != kNone && a.request == b.request) hash = Fnv("chains", hash);
  for (const Step& step : order) {
    const Operation& operation = recording_.operations[step.operation];
    hash = text(Fnv(step.second ? "2" : "1", hash), operation.place);
  }
  return Fnv(PatternName(window.pattern), hash);
}

bool Candidates::Add(uint32_t first, uint32_t second, const Window& window) {
  const Flow& a = flows_.flows[first];
  const Flow& b = flows_.flows[second];
  std::vector<Step> order = OrderOf(a, b, window);
  const uint64_t id = IdOf(a, b, order, window);
  const auto same = [&](const auto& known) { return known.first == id; };
  if (std::any_of(of_pair_.begin(), of_pair_.end(), same)) return false;
  of_pair_.emplace_back(id, Example{first, second});
  Window ranked = window;
  const Request& one = recording_.requests[a.request];
  const Request& other = recording_.requests[b.request];
  if (one.test != other.test) {
    ranked.rank -= kOtherTestsCost;
    ranked.why |= kOtherTests;
  }
  if (one.trace != other.trace) ranked.rank -= kOtherTraceCost;
  ranked.rank = std::max(ranked.rank, 0.0);
  if (candidates_.size() == kMostCandidates && !by_id_.contains(id)) {
    limited_ = true;
    return false;
  }
  const auto [found, fresh] = by_id_.try_emplace(id, candidates_.size());
  if (fresh) candidates_.emplace_back();
  Candidate& candidate = candidates_[found->second];
  const Example replaced{candidate.first, candidate.second};
  const bool better = fresh || ranked.rank > candidate.window.rank;
  if (!fresh && candidate.more.size() + 1 < kept_) {
    candidate.more.push_back(better ? replaced : Example{first, second});
  }
  ++candidate.examples;
  if (!better) return false;
  candidate.id = id;
  candidate.effect = window.after->first_effect;
  candidate.read = window.before->first_effect;
  candidate.window = ranked;
  candidate.window.before = candidate.window.after = nullptr;
  candidate.first = first;
  candidate.second = second;
  candidate.hold = flows_.OperationAt(a, window.hold);
  candidate.order = std::move(order);
  return fresh;
}

void Candidates::Repeat(uint64_t id, const Example& pair) {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return;
  Candidate& candidate = candidates_[found->second];
  ++candidate.examples;
  if (candidate.more.size() + 1 < kept_) candidate.more.push_back(pair);
}

std::vector<Candidate> Candidates::Ranked() {
  std::stable_sort(candidates_.begin(), candidates_.end(),
                   [](const Candidate& a, const Candidate& b) { return a.window.rank > b.window.rank; });
  by_id_.clear();
  return std::move(candidates_);
}

}  // namespace nacd::requests
