#include "requests/conflicts.h"

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

bool ValuesMeet(const Recording& recording, const Key& a, const Key& b) {
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

// Returns whether both effects name their row by a value that its request generated: a copy has another one.
bool NameOwnRows(const Recording& recording, const Effect& a, const Effect& b) {
  if (!a.made || !b.made) return false;
  for (uint32_t i = 0; i < a.keys.count; ++i) {
    const Key& key = recording.keys[a.keys.first + i];
    const Key* other = key.made ? FindKey(recording, b, key.column) : nullptr;
    if (other && other->made) return true;
  }
  return false;
}

// Returns whether both inserts have the same values in all columns of a unique key.
// The values that a copy generates differ.
bool SameUnique(const Recording& recording, const Schema& schema, const Effect& a, const Effect& b, bool copy) {
  return std::any_of(schema.unique.begin(), schema.unique.end(), [&](const std::vector<TextId>& columns) {
    return !columns.empty() && std::all_of(columns.begin(), columns.end(), [&](TextId column) {
      const Key* first = FindKey(recording, a, column);
      const Key* second = FindKey(recording, b, column);
      return first && second && !(copy && first->made) && ValuesMeet(recording, *first, *second);
    });
  });
}

bool AddsConflict(const Recording& recording, TextId store, const Effect& a, const Effect& b, Overlap rows, bool copy) {
  const auto schema = recording.schemas.find(TableKey(store, a.table));
  if (schema != recording.schemas.end()) return SameUnique(recording, schema->second, a, b, copy);
  return a.unique && b.unique && rows == Overlap::kSame;
}

// Adds the conflicts of the effects of two operations.
void Compare(const Recording& recording, const Operation& a, const Operation& b, Conflict conflict, bool copy,
             Conflicts* out) {
  const bool commute = a.commutes && b.commutes;
  for (uint32_t i = 0; i < a.effects.count; ++i) {
    const Effect& first = recording.effects[a.effects.first + i];
    if (first.none) continue;
    for (uint32_t j = 0; j < b.effects.count; ++j) {
      const Effect& second = recording.effects[b.effects.first + j];
      if (second.none) continue;
      if (first.table != second.table && first.table != kNone && second.table != kNone) continue;
      if (!ColumnsConflict(recording, first, second)) continue;
      const bool adds = first.kind == EffectClass::kAdd && second.kind == EffectClass::kAdd;
      // Two inserts may still have the same values in another unique key.
      if (copy && !adds && NameOwnRows(recording, first, second)) continue;
      const Overlap rows = RowsOf(recording, first, second);
      if (rows == Overlap::kNone) continue;
      conflict.same_row = rows == Overlap::kSame;
      if (adds) {
        if (!AddsConflict(recording, a.store, first, second, rows, copy)) continue;
        conflict.same_row = true;
      }
      out->any = true;
      if (commute) continue;
      conflict.first_effect = &first;
      conflict.second_effect = &second;
      out->list.push_back(conflict);
    }
  }
}

}  // namespace

Overlap RowsOf(const Recording& recording, const Effect& a, const Effect& b) {
  const Key* first = recording.keys.data() + a.keys.first;
  const Key* first_end = first + a.keys.count;
  const Key* second = recording.keys.data() + b.keys.first;
  const Key* second_end = second + b.keys.count;
  bool all = a.keys.count > 0 && a.keys.count == b.keys.count;
  bool equal = true;
  while (first != first_end && second != second_end) {
    if (first->column != second->column) {
      all = false;
      ++(first->column < second->column ? first : second);
      continue;
    }
    if (!ValuesMeet(recording, *first, *second)) return Overlap::kNone;
    equal = equal && SameValues(recording, *first, *second);
    ++first;
    ++second;
  }
  return all && first == first_end && second == second_end && (equal || a.unique || b.unique) ? Overlap::kSame
                                                                                              : Overlap::kUnknown;
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
  for (uint32_t i = 0; i < a.operations.count; ++i) {
    const Operation& first = recording.operations[flows.OperationAt(a, i)];
    for (uint32_t j = 0; j < b.operations.count; ++j) {
      const Operation& second = recording.operations[flows.OperationAt(b, j)];
      if (first.store == second.store) Compare(recording, first, second, {i, j, nullptr, nullptr, false}, copy, out);
    }
  }
}

}  // namespace nacd::requests
