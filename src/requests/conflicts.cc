#include "requests/conflicts.h"

#include <algorithm>
#include <tuple>

namespace nacd::requests {
namespace {

// Two long flows over one table have a conflict for each two operations; so many tell enough.
constexpr size_t kMostConflicts = 1024;

bool Intersect(const TextId* a, const TextId* a_end, const TextId* b, const TextId* b_end) {
  while (a != a_end && b != b_end) {
    if (*a == *b) return true;
    ++(*a < *b ? a : b);
  }
  return false;
}

bool ValuesMeet(const Recording& recording, const Key& a, const Key& b, bool copy) {
  if (copy && a.made && b.made) return false;
  const TextId* values = recording.values.data();
  return Intersect(values + a.values.first, values + a.values.first + a.values.count, values + b.values.first,
                   values + b.values.first + b.values.count);
}

bool SameValues(const Recording& recording, const Key& a, const Key& b) {
  const auto first = recording.values.begin();
  return std::equal(first + a.values.first, first + a.values.first + a.values.count, first + b.values.first,
                    first + b.values.first + b.values.count);
}

// Returns whether `writer` changes a column by which `other` chooses its rows.
bool ChangesKey(const Recording& recording, const Effect& writer, const Effect& other) {
  if (writer.columns == kNone) return true;
  const auto& columns = recording.column_sets[writer.columns];
  for (uint32_t i = 0; i < other.keys.count; ++i) {
    if (std::binary_search(columns.begin(), columns.end(), recording.keys[other.keys.first + i].column)) return true;
  }
  return false;
}

bool ColumnsMeet(const Recording& recording, const Effect& a, const Effect& b) {
  if (a.columns == kNone || b.columns == kNone) return true;
  const auto& first = recording.column_sets[a.columns];
  const auto& second = recording.column_sets[b.columns];
  return Intersect(first.data(), first.data() + first.size(), second.data(), second.data() + second.size());
}

const Key* FindKey(const Recording& recording, const Effect& effect, TextId column) {
  const Key* key = recording.keys.data() + effect.keys.first;
  const Key* end = key + effect.keys.count;
  const Key* found = std::find_if(key, end, [&](const Key& each) { return each.column == column; });
  return found == end ? nullptr : found;
}

// Returns whether both inserts have the same values in all columns of a unique key.
bool SameUnique(const Recording& recording, const Schema& schema, const Effect& a, const Effect& b, bool copy) {
  return std::any_of(schema.unique.begin(), schema.unique.end(), [&](const std::vector<TextId>& columns) {
    return !columns.empty() && std::all_of(columns.begin(), columns.end(), [&](TextId column) {
      const Key* first = FindKey(recording, a, column);
      const Key* second = FindKey(recording, b, column);
      return first && second && ValuesMeet(recording, *first, *second, copy);
    });
  });
}

bool AddsConflict(const Recording& recording, TextId store, const Effect& a, const Effect& b, bool copy, Overlap rows) {
  const auto schema = recording.schemas.find(TableKey(store, a.table));
  if (schema != recording.schemas.end()) return SameUnique(recording, schema->second, a, b, copy);
  return a.unique && b.unique && rows == Overlap::kSame;
}

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
    if (add && !AddsConflict(recording_, a.store, first, second, copy_, rows)) return;
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

Overlap RowsOf(const Recording& recording, const Effect& a, const Effect& b, bool copy) {
  const Key* first = recording.keys.data() + a.keys.first;
  const Key* first_end = first + a.keys.count;
  const Key* second = recording.keys.data() + b.keys.first;
  const Key* second_end = second + b.keys.count;
  uint32_t common = 0;
  bool equal = true;
  while (first != first_end && second != second_end) {
    if (first->column != second->column) {
      ++(first->column < second->column ? first : second);
      continue;
    }
    if (!ValuesMeet(recording, *first, *second, copy)) return Overlap::kNone;
    equal = equal && SameValues(recording, *first, *second);
    ++common;
    ++first;
    ++second;
  }
  if (common == 0) return Overlap::kUnknown;
  // The other one's further conditions are about the one row that a whole unique key names.
  const bool all_of_a = common == a.keys.count;
  const bool all_of_b = common == b.keys.count;
  const bool same = (all_of_a && all_of_b && equal) || (all_of_a && a.unique) || (all_of_b && b.unique);
  return same ? Overlap::kSame : Overlap::kUnknown;
}

bool Refuses(const Recording& recording, const Effect& guarded, const Effect& writer) {
  if (!guarded.guards || writer.kind == EffectClass::kRead) return false;
  const bool adds = guarded.kind == EffectClass::kAdd;
  if (adds || writer.kind == EffectClass::kAdd) return adds && writer.kind == EffectClass::kAdd;
  if (writer.kind == EffectClass::kDelete || writer.columns == kNone) return true;
  if (guarded.guarded == kNone) return ChangesKey(recording, writer, guarded);
  const auto& compared = recording.column_sets[guarded.guarded];
  const auto& set = recording.column_sets[writer.columns];
  return Intersect(compared.data(), compared.data() + compared.size(), set.data(), set.data() + set.size());
}

bool ColumnsConflict(const Recording& recording, const Effect& a, const Effect& b) {
  using enum EffectClass;
  const EffectClass low = std::min(a.kind, b.kind);
  const EffectClass high = std::max(a.kind, b.kind);
  if (high == kRead) return false;                   // two reads
  if (low == kDelete) return false;                  // the second delete finds nothing: as in either serial order
  if (high == kAdd || high == kDelete) return true;  // a row comes or goes
  if (ColumnsMeet(recording, a, b)) return true;
  return (a.kind == kWrite && ChangesKey(recording, a, b)) || (b.kind == kWrite && ChangesKey(recording, b, a));
}

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
