// Generated values. A copy of a request that inserts an order with a new id, and then reads that order, reads its own
// order, not the first one's.
#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_set>

#include "requests/fnv.h"
#include "requests/settle.h"
#include "requests/stores.h"

namespace nacd::requests {
namespace {

// A shorter value may mean something else in another column.
constexpr size_t kLongValue = 8;
// A key with so many letters and digits in a row, of both kinds, was drawn at random.
constexpr size_t kRandomRun = 12;

bool LooksRandom(std::string_view text) {
  size_t digits = 0;
  size_t letters = 0;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    if (!digit && !letter && c != '-' && c != '_') digits = letters = 0;
    digits += digit;
    letters += letter;
    if (digits >= 2 && letters >= 2 && digits + letters >= kRandomRun) return true;
  }
  return false;
}

struct Made {
  TextId table;
  TextId column;
  TextId value;
};

class Marker {
 public:
  explicit Marker(Recording* recording)
      : recording_(*recording), mentioned_(recording->strings.size()), made_(recording->requests.size()) {}

  void Mark() {
    std::vector<uint32_t> order(recording_.operations.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
      return recording_.operations[a].start < recording_.operations[b].start;
    });
    for (const uint32_t index : order) {
      const Operation& operation = recording_.operations[index];
      for (uint32_t i = 0; i < operation.effects.count; ++i) {
        Learn(operation, recording_.effects[operation.effects.first + i]);
      }
      if (operation.request == kNone || made_[operation.request].empty()) continue;
      for (uint32_t i = 0; i < operation.effects.count; ++i) {
        MarkKeys(made_[operation.request], recording_.effects[operation.effects.first + i]);
      }
    }
  }

 private:
  bool IsLong(TextId value) const { return recording_.strings.Text(value).size() >= kLongValue; }
  // Returns whether no operation has had this value before, and notes it.
  bool IsNew(const Operation& operation, const Effect& effect, TextId column, TextId value);
  // Returns whether a new value in `column` may be one that the request generated.
  bool MayMake(const Operation& operation, const Effect& effect, TextId column, TextId value) const;
  bool WasSent(const Request& request, const Effect& effect, TextId column, TextId value) const;
  void Learn(const Operation& operation, const Effect& effect);
  void MarkKeys(const std::vector<Made>& made, const Effect& effect);
  bool IsMade(const Made& made, const Effect& effect, TextId column, TextId value) const;

  Recording& recording_;
  std::vector<bool> mentioned_;                // long values
  std::unordered_set<uint64_t> short_values_;  // with their tables and columns
  std::vector<std::vector<Made>> made_;        // by request
};

bool Marker::IsNew(const Operation& operation, const Effect& effect, TextId column, TextId value) {
  if (IsLong(value)) {
    if (mentioned_[value]) return false;
    mentioned_[value] = true;
    return true;
  }
  const uint64_t place = Mix(Mix(Mix(Mix(kFnvStart, operation.store), effect.table), column), value);
  return short_values_.insert(place).second;
}

bool Marker::MayMake(const Operation& operation, const Effect& effect, TextId column, TextId value) const {
  const bool adds = effect.kind == EffectClass::kAdd;
  if (!HasTransactions(operation.kind)) {
    return (adds || effect.kind == EffectClass::kWrite) && LooksRandom(recording_.strings.Text(value));
  }
  if (!adds) return false;
  const auto schema = recording_.schemas.find(TableKey(operation.store, effect.table));
  if (schema == recording_.schemas.end()) return effect.unique && effect.keys.count == 1;
  const auto& sets = schema->second.unique;
  return std::any_of(sets.begin(), sets.end(),
                     [&](const auto& set) { return std::find(set.begin(), set.end(), column) != set.end(); });
}

// A short value counts with the name that it stands under, such as id=7 or post=7.
bool Marker::WasSent(const Request& request, const Effect& effect, TextId column, TextId value) const {
  const std::string_view text = recording_.strings.Text(value);
  const std::string_view table = recording_.strings.Text(effect.table);
  const auto named = [&](std::string_view name) { return Fnv(text, Fnv("=", Fnv(name))); };
  const std::string_view single = table.ends_with('s') ? table.substr(0, table.size() - 1) : table;
  const uint64_t hashes[] = {Fnv(text), named(recording_.strings.Text(column)), named(table), named(single)};
  const auto first = recording_.hashes.begin() + request.sent.first;
  return std::find_first_of(first, first + request.sent.count, std::begin(hashes), std::end(hashes)) !=
         first + request.sent.count;
}

void Marker::Learn(const Operation& operation, const Effect& effect) {
  for (uint32_t i = 0; i < effect.keys.count; ++i) {
    const Key& key = recording_.keys[effect.keys.first + i];
    for (uint32_t j = 0; j < key.values.count; ++j) {
      const TextId value = recording_.values[key.values.first + j];
      if (!IsNew(operation, effect, key.column, value) || operation.request == kNone) continue;
      if (!MayMake(operation, effect, key.column, value)) continue;
      if (WasSent(recording_.requests[operation.request], effect, key.column, value)) continue;
      made_[operation.request].push_back({effect.table, key.column, value});
    }
  }
}

bool Marker::IsMade(const Made& made, const Effect& effect, TextId column, TextId value) const {
  if (made.value != value) return false;
  if (IsLong(value) || (made.table == effect.table && made.column == column)) return true;
  // A column may refer to the row by the table's name and id.
  const std::string_view name = recording_.strings.Text(column);
  const std::string_view table = recording_.strings.Text(made.table);
  return table.size() >= 3 && name.size() > 3 && name.substr(0, 3) == table.substr(0, 3) &&
         (name.ends_with("_id") || name.ends_with("Id"));
}

void Marker::MarkKeys(const std::vector<Made>& made, const Effect& effect) {
  for (uint32_t i = 0; i < effect.keys.count; ++i) {
    Key& key = recording_.keys[effect.keys.first + i];
    const TextId* value = recording_.values.data() + key.values.first;
    key.made = key.values.count > 0 && std::all_of(value, value + key.values.count, [&](TextId each) {
                 return std::any_of(made.begin(), made.end(),
                                    [&](const Made& one) { return IsMade(one, effect, key.column, each); });
               });
  }
}

}  // namespace

void MarkMade(Recording* recording) { Marker(recording).Mark(); }

}  // namespace nacd::requests
