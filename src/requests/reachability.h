// Tells which nodes of a directed graph lead to which, for graphs of a hundred thousand nodes.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace nacd::requests {

// A graph whose edges lead from lower to higher nodes. Most questions are answered by intervals of two depth-first
// searches (GRAIL: Yildirim, Chaoji and Zaki, VLDB 2010); the others search between the two nodes.
class Reachability {
 public:
  using Edge = std::pair<uint32_t, uint32_t>;

  Reachability(uint32_t nodes, std::vector<Edge> edges);

  // Returns whether there is a way from `from` to `to`. Not for several threads at once: it marks nodes.
  bool Reaches(uint32_t from, uint32_t to);
  // Returns all nodes from which there is a way to `node`, in order, without itself.
  std::vector<uint32_t> Before(uint32_t node) const;

 private:
  static constexpr int kLabels = 2;
  struct Interval {
    uint32_t low = UINT32_MAX;
    uint32_t rank = UINT32_MAX;
  };

  void Label(int which);
  bool MayReach(uint32_t from, uint32_t to) const;
  bool InTree(uint32_t from, uint32_t to) const;

  uint32_t nodes_;
  std::vector<uint32_t> start_;  // of a node's edges in targets_
  std::vector<uint32_t> targets_;
  std::vector<uint32_t> back_start_;
  std::vector<uint32_t> sources_;
  std::vector<Interval> labels_[kLabels];
  std::vector<uint32_t> entered_;  // order of the first search
  std::vector<uint32_t> left_;     // the last node entered below each one
  std::vector<uint32_t> mark_;
  std::vector<uint32_t> stack_;
  uint32_t round_ = 0;
};

}  // namespace nacd::requests
