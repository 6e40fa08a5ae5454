#include "schedule/hold.h"

#include <algorithm>

#include "schedule/awaited.h"

namespace nacd::schedule {

Hold::Hold(const Decision& decision, int64_t now_ns, Gates* gates) : due_ns_(now_ns) {
  if (decision.ticket == 0) {
    if (decision.delay) due_ns_ += static_cast<int64_t>(decision.ms * kNsPerMs);
    if (decision.rank > 0 || decision.until) ranks_ = decision.ranks;
    timers_ = decision.until;
    after_ = decision.after;
    timers_since_ns_ = due_ns_;
    place_ = {decision.loop, decision.rank};
  } else if (!gates->Arrive(decision.ticket)) {
    ticket_ = decision.ticket;
    due_ns_ = kNever;
  }
}

int64_t Hold::Due(int64_t now_ns) {
  if (!ranks_ || due_ns_ > now_ns) return due_ns_;
  int64_t until = ranks_->WaitsUntil(place_, now_ns);
  if (timers_) until = std::max(until, ranks_->BehindTimers(*timers_, timers_since_ns_, now_ns));
  if (until > now_ns) due_ns_ = until;
  return due_ns_;
}

bool Hold::GoThrough(const Gates& gates, int64_t now_ns) {
  const bool has_happened = after_ && after_->left == 0;
  if (!has_happened && (ticket_ == 0 || !gates.IsOpen(ticket_))) return false;
  ticket_ = 0;
  after_ = nullptr;
  due_ns_ = std::min(due_ns_, now_ns);
  return true;
}

void Hold::Release() {
  ticket_ = 0;
  due_ns_ = 0;
  after_ = nullptr;
  ranks_ = nullptr;
}

void Hold::GiveUp(Gates* gates, const std::string& why) {
  if (ticket_ != 0) gates->Refuse(ticket_, why);
  Release();
}

std::string Hold::Text(int64_t now_ns) const {
  if (ticket_ != 0) return "at a closed gate";
  return "due in " + std::to_string((due_ns_ - now_ns) / kNsPerMs) + " ms";
}

Decision RefuseGates(const Decision& decision, Gates* gates, const std::string& why) {
  if (decision.ticket == 0) return decision;
  gates->Refuse(decision.ticket, why);
  return {};
}

}  // namespace nacd::schedule
