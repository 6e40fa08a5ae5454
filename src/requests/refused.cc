#include "requests/refused.h"

#include <algorithm>
#include <array>

#include "requests/effect_rows.h"

namespace nacd::requests {
namespace {

constexpr double kRank = 0.4;  // below pairs that are known to conflict
// 400, 401 and 404 tell that a call is not understood, or that a row was never there.
constexpr std::array<uint32_t, 3> kUsual{400, 401, 404};

// Returns the effect by which an operation of `flow` before `position` reads the rows of `effect`, with its position.
const Effect* CheckBefore(const Recording& recording, const Flows& flows, const Flow& flow, const Effect& effect,
                          uint32_t position, uint32_t* at) {
  for (uint32_t i = 0; i < position; ++i) {
    const Operation& operation = recording.operations[flows.OperationAt(flow, i)];
    for (uint32_t j = 0; j < operation.effects.count; ++j) {
      const Effect& each = recording.effects[operation.effects.first + j];
      const bool reads = each.kind == EffectClass::kRead && each.table == effect.table;
      if (!reads || RowsOf(recording, each, effect) == Overlap::kNone) continue;
      *at = i;
      return &each;
    }
  }
  return nullptr;
}

}  // namespace

bool IsRefused(const Recording& recording, const Branch& branch) {
  return std::any_of(branch.calls.begin(), branch.calls.end(), [&](uint32_t call) {
    const uint32_t status = recording.requests[call].status;
    return status >= 400 && status < 500 && std::find(kUsual.begin(), kUsual.end(), status) == kUsual.end();
  });
}

bool FindRefused(const Recording& recording, const Flows& flows, const Flow& a, const Flow& b,
                 const Conflicts& conflicts, RefusedWindow* found) {
  if (b.writes) return false;
  for (const Conflict& conflict : conflicts.list) {
    const Operation& change = recording.operations[flows.OperationAt(a, conflict.first)];
    if (conflict.first_effect->kind == EffectClass::kRead || conflict.second_effect->kind != EffectClass::kRead)
      continue;
    uint32_t at = 0;
    const Effect* check = CheckBefore(recording, flows, a, *conflict.second_effect, conflict.first, &at);
    if (!check) continue;
    const Operation& look = recording.operations[flows.OperationAt(a, at)];
    if (change.turn != kNone && change.turn == look.turn) continue;  // nothing else runs in between
    found->read = {at, conflict.second, check, conflict.second_effect, conflict.same_row};
    found->change = conflict;
    found->window = {at, conflict.first, conflict.first, &found->read, &found->change, Pattern::kP1, kRank, kRefuses};
    return true;
  }
  return false;
}

}  // namespace nacd::requests
