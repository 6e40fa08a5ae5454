#include "requests/settle.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "requests/stores.h"

namespace nacd::requests {
namespace {

void SettleTransactions(Recording* recording) {
  for (const Operation& operation : recording->operations) {
    if (operation.transaction == kNone) continue;
    Transaction& transaction = recording->transactions[operation.transaction];
    transaction.begin = std::min(transaction.begin, operation.start);
  }
  for (Transaction& transaction : recording->transactions) {
    // The commit follows the last answer.
    if (transaction.end == kNever) transaction.end = std::nextafter(transaction.last, kNever);
  }
}

void SettleEffect(const Recording& recording, const Operation& operation, Effect* effect) {
  if (effect->kind == EffectClass::kRead) return;
  const bool undone = operation.transaction != kNone && recording.transactions[operation.transaction].rolled_back;
  if (effect->rows != 0 && !operation.failed && !undone) return;
  if (effect->kind == EffectClass::kDelete && effect->rows == 0) effect->none = true;
  effect->kind = EffectClass::kRead;
  effect->guards = false;
}

// Finds the transaction of its request that was open when the lock was taken.
uint32_t TransactionOf(const Recording& recording, const Lock& lock, const std::vector<uint32_t>& operations) {
  for (const uint32_t index : operations) {
    const Operation& operation = recording.operations[index];
    if (operation.transaction == kNone || operation.store != lock.store) continue;
    if (operation.number == lock.operation) return operation.transaction;
    const Transaction& transaction = recording.transactions[operation.transaction];
    if (transaction.begin <= lock.acquired && lock.acquired <= transaction.end) return operation.transaction;
  }
  return kNone;
}

void SettleLocks(Recording* recording) {
  std::unordered_map<uint32_t, std::vector<uint32_t>> by_request;
  for (const Lock& lock : recording->locks) {
    if (lock.of_transaction && lock.transaction == kNone) by_request[lock.request];
  }
  for (uint32_t i = 0; i < recording->operations.size(); ++i) {
    const auto found = by_request.find(recording->operations[i].request);
    if (found != by_request.end()) found->second.push_back(i);
  }
  for (Lock& lock : recording->locks) {
    if (!lock.of_transaction) continue;
    if (lock.transaction == kNone) lock.transaction = TransactionOf(*recording, lock, by_request[lock.request]);
    lock.released = lock.transaction == kNone ? lock.acquired : recording->transactions[lock.transaction].end;
  }
}

uint64_t OperationKey(uint32_t request, uint32_t number) { return uint64_t{request} << 32 | number; }

// Marks the reads that lock their rows until the transaction ends.
void MarkLocked(Recording* recording) {
  std::unordered_map<uint64_t, std::vector<std::string_view>> names;
  for (const Lock& lock : recording->locks) {
    if (!lock.of_transaction || lock.shared || lock.operation == kNone) continue;
    names[OperationKey(lock.request, lock.operation)].push_back(recording->strings.Text(lock.name));
  }
  if (names.empty()) return;
  for (const Operation& operation : recording->operations) {
    const auto found = names.find(OperationKey(operation.request, operation.number));
    if (found == names.end()) continue;
    for (uint32_t i = 0; i < operation.effects.count; ++i) {
      Effect& effect = recording->effects[operation.effects.first + i];
      if (effect.kind != EffectClass::kRead || effect.table == kNone) continue;
      const std::string rows = "row:" + std::string(recording->strings.Text(effect.table)) + ":";
      effect.locks = std::any_of(found->second.begin(), found->second.end(),
                                 [&](std::string_view name) { return name.starts_with(rows); });
    }
  }
}

// Two statements that differ in their values only are one place in the program. Values are numbers and quoted texts.
std::string WithoutValues(std::string_view statement) {
  std::string shape;
  char quote = 0;
  for (const char c : statement) {
    if (quote) {
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '\'') quote = c;
    if (c < '0' || c > '9') shape += c;
  }
  return shape;
}

void SettlePlaces(Recording* recording) {
  std::unordered_map<TextId, TextId> places;
  std::unordered_map<TextId, StoreKind> kinds;
  for (Operation& operation : recording->operations) {
    const auto [kind, fresh] = kinds.try_emplace(operation.store);
    if (fresh) kind->second = KindOf(recording->strings.Text(operation.store));
    operation.kind = kind->second;
    operation.place = operation.site;
    if (operation.site != kNone || operation.statement == kNone) continue;
    const auto [place, first] = places.try_emplace(operation.statement);
    if (first) {
      place->second = recording->strings.Intern(WithoutValues(recording->strings.Text(operation.statement)));
    }
    operation.place = place->second;
  }
}

}  // namespace

void SettleEffects(Recording* recording) {
  SettlePlaces(recording);
  SettleTransactions(recording);
  for (const Operation& operation : recording->operations) {
    for (uint32_t i = 0; i < operation.effects.count; ++i) {
      SettleEffect(*recording, operation, &recording->effects[operation.effects.first + i]);
    }
  }
  SettleLocks(recording);
  MarkLocked(recording);
}

}  // namespace nacd::requests
