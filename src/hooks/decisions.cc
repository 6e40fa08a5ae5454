#include "hooks/decisions.h"

#include <algorithm>
#include <utility>

#include "hot.h"

namespace nacd::hooks {

NACD_HOT schedule::Decision Decisions::Decide(const schedule::Operation& operation) {
  const schedule::Decision decision = Choose(operation);
  scheduler_.Record(operation, decision);
  return decision;
}

NACD_HOT schedule::Decision Decisions::Choose(const schedule::Operation& operation) {
  if (!scheduler_.may_delay()) return {};
  // Gates hold operations where the user's code is called, whatever carries delays out.
  if (carrier_ == Carrier::kLoop || (carrier_ == Carrier::kBoth && !IsOfHooksAlone(operation))) {
    return scheduler_.gates().any() ? scheduler_.AskGates(operation) : schedule::Decision();
  }
  return scheduler_.Choose(operation, scheduler_.asks_time() ? delays_.Now() : 0);
}

void Decisions::HoldByHooks(std::string api) {
  if (std::find(held_by_hooks_.begin(), held_by_hooks_.end(), api) == held_by_hooks_.end()) {
    held_by_hooks_.push_back(std::move(api));
  }
}

// Timers, too, are delayed by the hooks alone, and on demand only (NACD_TIMERS).
bool Decisions::IsOfHooksAlone(const schedule::Operation& operation) const {
  if (operation.phase == schedule::Phase::kTimer) return true;
  return std::find(held_by_hooks_.begin(), held_by_hooks_.end(), operation.api) != held_by_hooks_.end();
}

}  // namespace nacd::hooks
