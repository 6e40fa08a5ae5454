// Reachability against a plain search, on generated graphs.
#include "requests/reachability.h"

#include <catch2/catch.hpp>
#include <random>

using nacd::requests::Reachability;

TEST_CASE("reachability is that of a plain search") {
  std::mt19937 random(5);
  for (const uint32_t edges_of_a_node : {0u, 1u, 2u, 5u}) {
    constexpr uint32_t kNodes = 120;
    std::vector<Reachability::Edge> edges;
    std::vector<std::vector<bool>> reach(kNodes, std::vector<bool>(kNodes));
    for (uint32_t i = 0; i + 1 < kNodes; ++i) {
      for (uint32_t j = 0; j < random() % (edges_of_a_node + 1); ++j) {
        edges.emplace_back(i, i + 1 + random() % (kNodes - 1 - i));
      }
    }
    for (uint32_t i = kNodes; i-- > 0;) {
      reach[i][i] = true;
      for (const auto& [from, to] : edges) {
        if (from != i) continue;
        for (uint32_t k = 0; k < kNodes; ++k) reach[i][k] = reach[i][k] || reach[to][k];
      }
    }
    Reachability graph(kNodes, edges);
    int wrong = 0;
    for (uint32_t i = 0; i < kNodes; ++i) {
      for (uint32_t k = 0; k < kNodes; ++k) wrong += graph.Reaches(i, k) != reach[i][k];
      std::vector<uint32_t> before;
      for (uint32_t k = 0; k < i; ++k) {
        if (reach[k][i]) before.push_back(k);
      }
      wrong += graph.Before(i) != before;
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a chain of a hundred thousand nodes is searched at once") {
  constexpr uint32_t kNodes = 100'000;
  std::vector<Reachability::Edge> edges;
  for (uint32_t i = 0; i + 1 < kNodes; ++i) edges.emplace_back(i, i + 1);
  Reachability graph(kNodes, edges);
  CHECK(graph.Reaches(0, kNodes - 1));
  CHECK_FALSE(graph.Reaches(kNodes - 1, 0));
  CHECK(graph.Before(kNodes - 1).size() == kNodes - 1);
}
