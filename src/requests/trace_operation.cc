// Lines of the type "operation".
#include <algorithm>
#include <cmath>

#include "requests/fnv.h"
#include "requests/trace_reader.h"

namespace nacd::requests {

bool TraceReader::ReadTexts(const Node& node, const char* what, std::vector<TextId>* texts) {
  if (node.kind != JsonTree::Kind::kArray) return WrongType(what, "an array of strings");
  for (const Node* item = tree_.First(node); item; item = tree_.Next(*item)) {
    if (item->kind != JsonTree::Kind::kString) return WrongType(what, "an array of strings");
    texts->push_back(out_.strings.Intern(item->text));
  }
  return true;
}

bool TraceReader::ReadOperation(const Node& line) {
  Operation operation;
  uint32_t transaction = kNone;
  if (!Needs(line, "operation") || !Needs(line, "t") || !Whole(line, "operation", &operation.number) ||
      !RequestOf(line, &operation.request) || !Time(line, "t", &operation.start) ||
      !Time(line, "asked", &operation.asked) || !Text(line, "store", &operation.store) ||
      !Text(line, "api", &operation.api) || !Text(line, "site", &operation.site) ||
      !Text(line, "statement", &operation.statement) || !Whole(line, "connection", &operation.connection) ||
      !Whole(line, "transaction", &transaction) || !Whole(line, "turn", &operation.turn) ||
      !Level(line, &operation.isolation) || !Boolean(line, "atomic", &operation.atomic) ||
      !Boolean(line, "commutes", &operation.commutes)) {
    return false;
  }
  operation.end = operation.start;
  if (!Time(line, "end", &operation.end)) return false;
  const Node* failed = tree_.Find(line, "failed");
  operation.failed =
      failed && failed->kind != JsonTree::Kind::kNull && (failed->kind != JsonTree::Kind::kBoolean || failed->truth);
  if (operation.request == kNone) ++out_.unattributed;
  if (transaction != kNone) {
    operation.transaction = TransactionOf(operation.store, operation.connection, transaction);
    Transaction& of = out_.transactions[operation.transaction];
    of.last = std::max(of.last, operation.end);
    if (of.isolation == Isolation::kUnknown) of.isolation = operation.isolation;
  }
  if (!ReadEffects(line, &operation)) return false;
  out_.operations.push_back(operation);
  return true;
}

bool TraceReader::ReadEffects(const Node& line, Operation* operation) {
  operation->effects.first = static_cast<uint32_t>(out_.effects.size());
  const Node* list = tree_.Find(line, "effects");
  if (list && list->kind != JsonTree::Kind::kArray) return WrongType("effects", "an array of objects");
  for (const Node* node = list ? tree_.First(*list) : nullptr; node; node = tree_.Next(*node)) {
    if (node->kind != JsonTree::Kind::kObject) return WrongType("effects", "an array of objects");
    if (!ReadEffect(*node)) return false;
  }
  operation->effects.count = static_cast<uint32_t>(out_.effects.size()) - operation->effects.first;
  return true;
}

bool TraceReader::ReadEffect(const Node& node) {
  Effect effect;
  effect.operation = static_cast<uint32_t>(out_.operations.size());
  const Node* kind = tree_.Find(node, "class");
  static constexpr std::string_view kClasses = "RWAD";
  const size_t at = kind && kind->text.size() == 1 ? kClasses.find(kind->text[0]) : std::string_view::npos;
  if (at == std::string_view::npos && !(kind && kind->text == "U")) return WrongType("class", "R, W, A, D or U");
  effect.kind = at == std::string_view::npos ? EffectClass::kWrite : static_cast<EffectClass>(at);
  if (!ReadEffectParts(node, &effect)) return false;
  if (at == std::string_view::npos) {  // U reads and writes
    Effect read = effect;
    read.kind = EffectClass::kRead;
    read.guards = false;
    out_.effects.push_back(read);
  }
  out_.effects.push_back(effect);
  return true;
}

bool TraceReader::ReadEffectParts(const Node& node, Effect* effect) {
  uint32_t rows = kNone;
  if (!Text(node, "table", &effect->table) || !Whole(node, "rows", &rows) ||
      !Boolean(node, "unique", &effect->unique) || !Boolean(node, "primary", &effect->primary) ||
      !ReadGuards(node, effect)) {
    return false;
  }
  effect->unique |= effect->primary;
  effect->rows = rows == kNone ? -1 : static_cast<int32_t>(std::min<uint32_t>(rows, INT32_MAX));
  const Node* columns = tree_.Find(node, "columns");
  const Node* keys = tree_.Find(node, "keys");
  return (!columns || ReadColumns(*columns, "columns", &effect->columns)) && (!keys || ReadKeys(*keys, effect));
}

bool TraceReader::ReadGuards(const Node& node, Effect* effect) {
  const Node* guards = tree_.Find(node, "guards");
  if (!guards || guards->kind != JsonTree::Kind::kArray) return Boolean(node, "guards", &effect->guards);
  effect->guards = true;
  return ReadColumns(*guards, "guards", &effect->guarded);
}

bool TraceReader::ReadColumns(const Node& node, const char* key, uint32_t* set) {
  std::vector<TextId> columns;
  if (!ReadTexts(node, key, &columns)) return false;
  std::sort(columns.begin(), columns.end());
  uint64_t hash = kFnvStart;
  for (const TextId column : columns) hash = Mix(hash, column);
  std::vector<uint32_t>& same = column_sets_[hash];
  for (const uint32_t known : same) {
    if (out_.column_sets[known] == columns) {
      *set = known;
      return true;
    }
  }
  *set = static_cast<uint32_t>(out_.column_sets.size());
  same.push_back(*set);
  out_.column_sets.push_back(std::move(columns));
  return true;
}

bool TraceReader::ReadKeys(const Node& node, Effect* effect) {
  if (node.kind == JsonTree::Kind::kNull) return true;
  if (node.kind != JsonTree::Kind::kObject) return WrongType("keys", "an object of columns");
  std::vector<Key> keys;
  for (const Node* item = tree_.First(node); item; item = tree_.Next(*item)) {
    Key& key = keys.emplace_back();
    key.column = out_.strings.Intern(item->key);
    if (!ReadValues(*item, &key)) return false;
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.column < b.column; });
  effect->keys = {static_cast<uint32_t>(out_.keys.size()), static_cast<uint32_t>(keys.size())};
  out_.keys.insert(out_.keys.end(), keys.begin(), keys.end());
  return true;
}

bool TraceReader::ReadValues(const Node& node, Key* key) {
  using Kind = JsonTree::Kind;
  key->values.first = static_cast<uint32_t>(out_.values.size());
  const auto keep = [&](const Node& value) {
    if (value.kind == Kind::kArray || value.kind == Kind::kObject)
      return WrongType("keys", "a list of values a column");
    out_.values.push_back(out_.strings.Intern(value.kind == Kind::kNull ? std::string_view("null") : value.text));
    return true;
  };
  if (node.kind != Kind::kArray) {
    if (!keep(node)) return false;
  } else {
    for (const Node* item = tree_.First(node); item; item = tree_.Next(*item)) {
      if (!keep(*item)) return false;
    }
  }
  const auto first = out_.values.begin() + key->values.first;
  std::sort(first, out_.values.end());
  out_.values.erase(std::unique(first, out_.values.end()), out_.values.end());
  key->values.count = static_cast<uint32_t>(out_.values.size()) - key->values.first;
  return true;
}

}  // namespace nacd::requests
