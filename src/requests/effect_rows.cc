#include "requests/effect_rows.h"

#include <algorithm>

namespace nacd::requests {
namespace {

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

bool InsertsConflict(const Recording& recording, TextId store, const Effect& a, const Effect& b, bool copy) {
  const auto schema = recording.schemas.find(TableKey(store, a.table));
  if (schema != recording.schemas.end()) return SameUnique(recording, schema->second, a, b, copy);
  return a.unique && b.unique && RowsOf(recording, a, b, copy) == Overlap::kSame;
}

}  // namespace nacd::requests
