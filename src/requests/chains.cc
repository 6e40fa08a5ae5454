#include "requests/chains.h"

#include <algorithm>

#include "requests/effect_rows.h"
#include "requests/overlaps.h"

namespace nacd::requests {
namespace {

// A request with more statements and calls counts with its first ones.
constexpr size_t kMostSteps = 256;
// So many chains of one request are told apart.
constexpr size_t kMostChains = 64;

// A statement, or a call to a service.
struct Link {
  double start;
  double end;
  uint32_t operation = kNone;
  uint32_t callee = kNone;
};

struct Chain {
  double start;
  double answered;            // of its first statement or call
  double end;                 // of its last one
  std::vector<uint32_t> own;  // statements of the request itself
  std::vector<uint32_t> callees;
};

// Returns whether a statement is on its way at the same time as another link. Calls that overlap are branches, and what
// their request does afterwards is of none.
bool HasChains(const Link* links, uint32_t count) {
  double busy = 0;
  double busy_statement = 0;
  for (const Link* link = links; link != links + count; ++link) {
    const bool statement = link->operation != kNone;
    if (link->start < (statement ? busy : busy_statement)) return true;
    busy = std::max(busy, link->end);
    if (statement) busy_statement = std::max(busy_statement, link->end);
  }
  return false;
}

class ChainSplitter {
 public:
  ChainSplitter(const Recording& recording, const Caused& caused) : recording_(recording), caused_(caused) {}

  // Splits the statements and calls of one request.
  void Split(uint32_t request) {
    const std::vector<Link> links = LinksOf(request);
    if (links.size() < 2) return;
    std::vector<Span> spans;
    for (const Link& each : links) spans.push_back({each.start, each.end});
    for (const Range& part : OverlappingParts(spans)) {
      const Link* first = links.data() + part.first;
      if (HasChains(first, part.count)) Add(request, first, part.count);
    }
  }

  std::vector<std::vector<Branch>> lists;

 private:
  const Operation& At(uint32_t index) const { return recording_.operations[index]; }
  double StartOf(uint32_t request, const Operation& operation) const;
  std::vector<Link> LinksOf(uint32_t request) const;
  void Add(uint32_t request, const Link* links, uint32_t count);
  void AddList(uint32_t request, const std::vector<Chain>& chains);
  bool Fill(const Chain& chain, Branch* branch) const;
  int Fits(const Chain& chain, const Link& link) const;
  bool Repeats(const Chain& chain, const Link& link, const std::vector<Chain>& chains) const;
  bool NamesRowOf(const Operation& a, const Operation& b) const;

  const Recording& recording_;
  const Caused& caused_;
};

// Returns when the request asked for the operation. The first one on a connection waited until that was open, while a
// chain that had a connection already went on, or was over.
double ChainSplitter::StartOf(uint32_t request, const Operation& operation) const {
  const bool waited = operation.asked < operation.start && operation.asked >= recording_.requests[request].start;
  return waited ? operation.asked : operation.start;
}

std::vector<Link> ChainSplitter::LinksOf(uint32_t request) const {
  std::vector<Link> links;
  for (const uint32_t each : caused_.OperationsOf({request})) {
    const Operation& one = At(each);
    if (one.turn == kNone) links.push_back({StartOf(request, one), one.end, each, kNone});
  }
  if (links.empty()) return links;  // calls alone are branches
  for (const Call& call : caused_.CallsOf(request)) links.push_back({call.sent, call.answered, kNone, call.to});
  std::stable_sort(links.begin(), links.end(), [](const Link& a, const Link& b) { return a.start < b.start; });
  if (links.size() > kMostSteps) links.resize(kMostSteps);
  return links;
}

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

// Returns how well the statement or call continues the chain: 0 not at all.
int ChainSplitter::Fits(const Chain& chain, const Link& link) const {
  if (chain.end > link.start) return 0;
  if (link.operation == kNone || chain.own.empty()) return 1;
  const Operation& operation = At(link.operation);
  const Operation& last = At(chain.own.back());
  const auto open = [&](const Operation& one) {
    return one.transaction != kNone && recording_.transactions[one.transaction].end > operation.start;
  };
  if (last.transaction != kNone && last.transaction == operation.transaction) return 3;
  if (open(last)) return operation.transaction == kNone ? 1 : 0;
  const bool named =
      std::any_of(chain.own.begin(), chain.own.end(), [&](uint32_t known) { return NamesRowOf(At(known), operation); });
  return named ? 2 : 1;
}

// Returns whether another chain has gone on like this, at the same call sites. On a busy machine several chains have
// their answers at one moment, and the latest answer tells nothing.
bool ChainSplitter::Repeats(const Chain& chain, const Link& link, const std::vector<Chain>& chains) const {
  if (link.operation == kNone || chain.own.empty()) return false;
  const size_t count = chain.own.size();
  return std::any_of(chains.begin(), chains.end(), [&](const Chain& other) {
    if (&other == &chain || other.own.size() <= count || At(other.own[count]).place != At(link.operation).place)
      return false;
    return std::equal(chain.own.begin(), chain.own.end(), other.own.begin(),
                      [&](uint32_t a, uint32_t b) { return At(a).place == At(b).place; });
  });
}

void ChainSplitter::Add(uint32_t request, const Link* links, uint32_t count) {
  std::vector<Chain> chains;
  for (const Link* link = links; link != links + count; ++link) {
    Chain* best = nullptr;
    int fit = 0;
    for (Chain& chain : chains) {
      const int fits = 2 * Fits(chain, *link) + (Repeats(chain, *link, chains) ? 1 : 0);
      if (fits < 2) continue;
      if (fits > fit || (fits == fit && chain.end > best->end)) best = &chain, fit = fits;
    }
    if (!best) {
      if (chains.size() == kMostChains) continue;
      best = &chains.emplace_back(Chain{link->start, link->end, link->end, {}, {}});
    }
    best->end = link->end;
    if (link->operation != kNone) {
      best->own.push_back(link->operation);
    } else {
      best->callees.push_back(link->callee);
    }
  }
  AddList(request, chains);
}

// Sets the statements of the branch, also those of its calls. Returns whether it has some, of which the first one can
// be held.
bool ChainSplitter::Fill(const Chain& chain, Branch* branch) const {
  branch->requests = caused_.AllOf(chain.callees);
  branch->operations = caused_.OperationsOf(branch->requests);
  branch->operations.insert(branch->operations.end(), chain.own.begin(), chain.own.end());
  std::stable_sort(branch->operations.begin(), branch->operations.end(),
                   [&](uint32_t a, uint32_t b) { return At(a).start < At(b).start; });
  return !branch->operations.empty() && At(branch->operations.front()).turn == kNone;
}

void ChainSplitter::AddList(uint32_t request, const std::vector<Chain>& chains) {
  std::vector<Branch> branches;
  size_t statements = 0;
  for (const Chain& chain : chains) {
    Branch branch{request, chain.start, chain.answered, {}, {}, {}, kNone};
    if (!Fill(chain, &branch)) continue;
    statements += branch.operations.size();
    branches.push_back(std::move(branch));
  }
  if (branches.size() > 1 && statements >= kLeastStatements) lists.push_back(std::move(branches));
}

}  // namespace

std::vector<std::vector<Branch>> FindChains(const Recording& recording, const Caused& caused) {
  ChainSplitter splitter(recording, caused);
  for (uint32_t i = 0; i < recording.requests.size(); ++i) splitter.Split(i);
  return std::move(splitter.lists);
}

bool ShareConnection(const Recording& recording, const Branch& a, const Branch& b) {
  const Operation& one = recording.operations[a.operations.front()];
  const Operation& other = recording.operations[b.operations.front()];
  // Nothing orders what consumers of messages do.
  return a.consumer == kNone && b.consumer == kNone && one.store == other.store && one.connection != kNone &&
         one.connection == other.connection;
}

}  // namespace nacd::requests
