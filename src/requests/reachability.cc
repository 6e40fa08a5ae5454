#include "requests/reachability.h"

#include <algorithm>
#include <numeric>

namespace nacd::requests {
namespace {

// Sets start and ends so that the ends of node n's edges are ends[start[n]] to ends[start[n + 1]].
void Group(uint32_t nodes, const std::vector<Reachability::Edge>& edges, std::vector<uint32_t>* start,
           std::vector<uint32_t>* ends) {
  start->assign(nodes + 1, 0);
  for (const auto& [from, to] : edges) ++(*start)[from + 1];
  std::partial_sum(start->begin(), start->end(), start->begin());
  ends->resize(edges.size());
  std::vector<uint32_t> next(start->begin(), start->end() - 1);
  for (const auto& [from, to] : edges) (*ends)[next[from]++] = to;
}

}  // namespace

Reachability::Reachability(uint32_t nodes, std::vector<Edge> edges) : nodes_(nodes), mark_(nodes) {
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  Group(nodes, edges, &start_, &targets_);
  for (auto& [from, to] : edges) std::swap(from, to);
  Group(nodes, edges, &back_start_, &sources_);
  entered_.resize(nodes);
  left_.resize(nodes);
  for (int which = 0; which < kLabels; ++which) Label(which);
}

// The first search takes edges in their order, the second one backwards: their intervals differ where ways join.
void Reachability::Label(int which) {
  std::vector<Interval>& label = labels_[which];
  label.resize(nodes_);
  std::vector<std::pair<uint32_t, uint32_t>> stack;  // node, edges done
  std::vector<bool> seen(nodes_);
  uint32_t rank = 0;
  uint32_t entered = 0;
  const auto enter = [&](uint32_t node) {
    seen[node] = true;
    if (which == 0) entered_[node] = entered++;
    stack.emplace_back(node, 0);
  };
  const auto leave = [&](uint32_t node) {
    if (which == 0) left_[node] = entered;
    label[node].rank = rank;
    label[node].low = std::min(label[node].low, rank++);
    stack.pop_back();
    if (!stack.empty()) label[stack.back().first].low = std::min(label[stack.back().first].low, label[node].low);
  };
  const auto visit = [&](uint32_t root) {
    if (seen[root]) return;
    enter(root);
    while (!stack.empty()) {
      auto& [node, done] = stack.back();
      const uint32_t count = start_[node + 1] - start_[node];
      if (done == count) {
        leave(node);
        continue;
      }
      const uint32_t edge = which == 0 ? done : count - 1 - done;
      ++done;
      const uint32_t target = targets_[start_[node] + edge];
      if (seen[target]) {
        label[node].low = std::min(label[node].low, label[target].low);
      } else {
        enter(target);
      }
    }
  };
  for (uint32_t i = 0; i < nodes_; ++i) {
    const uint32_t root = which == 0 ? i : nodes_ - 1 - i;
    if (back_start_[root] == back_start_[root + 1]) visit(root);
  }
}

bool Reachability::MayReach(uint32_t from, uint32_t to) const {
  for (const std::vector<Interval>& label : labels_) {
    if (label[to].rank > label[from].rank || label[to].low < label[from].low) return false;
  }
  return true;
}

bool Reachability::InTree(uint32_t from, uint32_t to) const {
  return entered_[from] <= entered_[to] && entered_[to] < left_[from];
}

bool Reachability::Reaches(uint32_t from, uint32_t to) {
  if (from >= to) return from == to;
  if (!MayReach(from, to)) return false;
  if (InTree(from, to)) return true;
  ++round_;
  stack_.assign(1, from);
  while (!stack_.empty()) {
    const uint32_t node = stack_.back();
    stack_.pop_back();
    for (uint32_t i = start_[node]; i < start_[node + 1]; ++i) {
      const uint32_t next = targets_[i];
      if (next == to) return true;
      if (next > to || mark_[next] == round_ || !MayReach(next, to)) continue;
      if (InTree(next, to)) return true;
      mark_[next] = round_;
      stack_.push_back(next);
    }
  }
  return false;
}

std::vector<uint32_t> Reachability::Before(uint32_t node) const {
  std::vector<uint32_t> found{node};
  std::vector<bool> seen(node + 1);
  for (size_t i = 0; i < found.size(); ++i) {
    for (uint32_t j = back_start_[found[i]]; j < back_start_[found[i] + 1]; ++j) {
      const uint32_t source = sources_[j];
      if (seen[source]) continue;
      seen[source] = true;
      found.push_back(source);
    }
  }
  found.erase(found.begin());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace nacd::requests
