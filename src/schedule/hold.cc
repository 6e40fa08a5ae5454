#include "schedule/hold.h"

namespace nacd::schedule {

Hold::Hold(const Decision& decision, int64_t now_ns, Gates* gates) : due_ns_(now_ns) {
  if (decision.ticket == 0) {
    if (decision.delay) due_ns_ += static_cast<int64_t>(decision.ms * kNsPerMs);
  } else if (!gates->Arrive(decision.ticket)) {
    ticket_ = decision.ticket;
    due_ns_ = kNever;
  }
}

bool Hold::GoThrough(const Gates& gates, int64_t now_ns) {
  if (ticket_ == 0 || !gates.IsOpen(ticket_)) return false;
  ticket_ = 0;
  due_ns_ = now_ns;
  return true;
}

void Hold::Release() {
  ticket_ = 0;
  due_ns_ = 0;
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
