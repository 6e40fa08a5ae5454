#include "requests/conflicts.h"

#include <algorithm>
#include <tuple>

#include "requests/effect_rows.h"

namespace nacd::requests {
namespace {

// Long flows over one table conflict at each pair of operations. This many are enough to judge them.
constexpr size_t kMostConflicts = 1024;

// Compares the effects of two flows, table by table.
class Comparison {
 public:
  Comparison(const Recording& recording, const Flows& flows, bool copy, Conflicts* out)
      : recording_(recording), flows_(flows), copy_(copy), out_(*out) {}

  void Run(const Flow& a, const Flow& b) {
    const Touch* first = flows_.touches.data() + a.touches.first;
    const Touch* second = flows_.touches.data() + b.touches.first;
    const Touch* first_end = first + a.touches.count;
    const Touch* second_end = second + b.touches.count;
    while (first != first_end && second != second_end) {
      const Touch* first_next = EndOf(first, first_end, [](const Touch& touch) { return touch.store; });
      const Touch* second_next = EndOf(second, second_end, [](const Touch& touch) { return touch.store; });
      const TextId a_store = first->store;
      const TextId b_store = second->store;
      if (a_store == b_store) Stores(first, first_next, second, second_next);
      if (a_store <= b_store) first = first_next;
      if (b_store <= a_store) second = second_next;
    }
  }

 private:
  template <typename Of>
  static const Touch* EndOf(const Touch* first, const Touch* end, Of of) {
    return std::find_if(first, end, [&](const Touch& touch) { return of(touch) != of(*first); });
  }

  // An effect without a table, which comes last, touches all tables of its store.
  void Stores(const Touch* a, const Touch* a_end, const Touch* b, const Touch* b_end) {
    const auto whole = [](const Touch& touch) { return touch.table == kNone; };
    const Touch* a_whole = std::find_if(a, a_end, whole);
    const Touch* b_whole = std::find_if(b, b_end, whole);
    Cross(a_whole, a_end, b, b_end);
    Cross(a, a_whole, b_whole, b_end);
    while (a != a_whole && b != b_whole) {
      const Touch* a_next = EndOf(a, a_whole, [](const Touch& touch) { return touch.table; });
      const Touch* b_next = EndOf(b, b_whole, [](const Touch& touch) { return touch.table; });
      const TextId a_table = a->table;
      const TextId b_table = b->table;
      if (a_table == b_table) Cross(a, a_next, b, b_next);
      if (a_table <= b_table) a = a_next;
      if (b_table <= a_table) b = b_next;
    }
  }

  void Cross(const Touch* a, const Touch* a_end, const Touch* b, const Touch* b_end) {
    out_.compared += (a_end - a) * (b_end - b);
    for (; a != a_end; ++a) {
      for (const Touch* other = b; other != b_end; ++other) Compare(*a, *other);
    }
  }

  void Compare(const Touch& a, const Touch& b) {
    const Effect& first = recording_.effects[a.effect];
    const Effect& second = recording_.effects[b.effect];

    if (!ColumnsConflict(recording_, first, second)) return;
    const Overlap rows = RowsOf(recording_, first, second, copy_);
    if (rows == Overlap::kNone) return;
    const bool add = first.kind == EffectClass::kAdd && second.kind == EffectClass::kAdd;
    if (add && !InsertsConflict(recording_, a.store, first, second, copy_)) return;
    out_.any = true;
    if (recording_.operations[first.operation].commutes && recording_.operations[second.operation].commutes) return;
    if (out_.list.size() < kMostConflicts) {
      out_.list.push_back({a.position, b.position, &first, &second, add || rows == Overlap::kSame});
    }
  }

  const Recording& recording_;
  const Flows& flows_;
  bool copy_;
  Conflicts& out_;
};

}  // namespace

void FindConflicts(const Recording& recording, const Flows& flows, const Flow& a, const Flow& b, bool copy,
                   Conflicts* out) {
  out->list.clear();
  out->any = false;
  out->compared = 0;
  Comparison(recording, flows, copy, out).Run(a, b);
  std::sort(out->list.begin(), out->list.end(), [](const Conflict& first, const Conflict& second) {
    return std::tie(first.first, first.second, first.first_effect, first.second_effect) <
           std::tie(second.first, second.second, second.first_effect, second.second_effect);
  });
}

}  // namespace nacd::requests
