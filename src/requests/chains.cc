#include "requests/chains.h"

#include <algorithm>

#include "requests/conflicts.h"
#include "requests/overlaps.h"

namespace nacd::requests {
namespace {

// A request with more statements counts with its first ones.
constexpr size_t kMostStatements = 256;
// So many chains of one request are told apart.
constexpr size_t kMostChains = 64;
constexpr size_t kLeastStatements = 3;  // two statements are no race: one of both chains has a check and a change

class ChainSplitter {
 public:
  explicit ChainSplitter(const Recording& recording) : recording_(recording) {}

  // Splits the statements of one request, sorted by start.
  void Split(std::vector<uint32_t> operations) {
    if (operations.size() > kMostStatements) operations.resize(kMostStatements);
    std::vector<Span> spans;
    for (const uint32_t each : operations) spans.push_back({At(each).start, At(each).end});
    for (const Range& part : OverlappingParts(spans)) {
      if (part.count >= kLeastStatements) Add(operations.data() + part.first, part.count);
    }
  }

  std::vector<std::vector<Branch>> lists;

 private:
  const Operation& At(uint32_t index) const { return recording_.operations[index]; }
  void Add(const uint32_t* operations, uint32_t count);
  int Fits(const Branch& chain, const Operation& operation) const;
  bool NamesRowOf(const Operation& a, const Operation& b) const;

  const Recording& recording_;
};

bool ChainSplitter::NamesRowOf(const Operation& a, const Operation& b) const {
  if (a.store != b.store) return false;
  const Effect* first = recording_.effects.data() + a.effects.first;
  const Effect* second = recording_.effects.data() + b.effects.first;
  return std::any_of(first, first + a.effects.count, [&](const Effect& one) {
    return std::any_of(second, second + b.effects.count, [&](const Effect& other) {
      return one.table == other.table && RowsOf(recording_, one, other) == Overlap::kSame;
    });
  });
}

// Returns how well the operation continues the chain: 0 not at all.
int ChainSplitter::Fits(const Branch& chain, const Operation& operation) const {
  const Operation& last = At(chain.operations.back());
  if (last.end > operation.start) return 0;
  const auto open = [&](const Operation& one) {
    return one.transaction != kNone && recording_.transactions[one.transaction].end > operation.start;
  };
  if (last.transaction != kNone && last.transaction == operation.transaction) return 3;
  if (open(last)) return operation.transaction == kNone ? 1 : 0;
  const bool named = std::any_of(chain.operations.begin(), chain.operations.end(),
                                 [&](uint32_t known) { return NamesRowOf(At(known), operation); });
  return named ? 2 : 1;
}

void ChainSplitter::Add(const uint32_t* operations, uint32_t count) {
  std::vector<Branch> chains;
  for (uint32_t i = 0; i < count; ++i) {
    const Operation& operation = At(operations[i]);
    Branch* best = nullptr;
    int fit = 0;
    for (Branch& chain : chains) {
      const int fits = Fits(chain, operation);
      const bool later = best && At(chain.operations.back()).end > At(best->operations.back()).end;
      if (fits > fit || (fits > 0 && fits == fit && later)) best = &chain, fit = fits;
    }
    if (best) {
      best->operations.push_back(operations[i]);
    } else if (chains.size() < kMostChains) {
      Branch chain{operation.request, operation.start, operation.end, {}, {}, {}, kNone};
      chain.operations.push_back(operations[i]);
      chains.push_back(std::move(chain));
    }
  }
  if (chains.size() > 1) lists.push_back(std::move(chains));
}

}  // namespace

std::vector<std::vector<Branch>> FindChains(const Recording& recording) {
  std::vector<std::vector<uint32_t>> by_request(recording.requests.size());
  for (uint32_t i = 0; i < recording.operations.size(); ++i) {
    const Operation& operation = recording.operations[i];
    if (operation.request != kNone && operation.turn == kNone) by_request[operation.request].push_back(i);
  }
  ChainSplitter splitter(recording);
  for (std::vector<uint32_t>& operations : by_request) {
    if (operations.size() < kLeastStatements) continue;
    std::stable_sort(operations.begin(), operations.end(), [&](uint32_t a, uint32_t b) {
      return recording.operations[a].start < recording.operations[b].start;
    });
    splitter.Split(std::move(operations));
  }
  return std::move(splitter.lists);
}

bool ShareConnection(const Recording& recording, const Branch& a, const Branch& b) {
  const Operation& one = recording.operations[a.operations.front()];
  const Operation& other = recording.operations[b.operations.front()];
  // Nothing orders the consumers of two messages.
  return a.consumer == kNone && one.store == other.store && one.connection != kNone &&
         one.connection == other.connection;
}

}  // namespace nacd::requests
