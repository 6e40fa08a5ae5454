// Releases the output of child processes that is held when a signal has come.
#include <algorithm>

#include "loop/linux/descriptors.h"
#include "loop/linux/fd_table.h"
#include "names/name.h"
#include "schedule/random.h"

namespace nacd::loop {

bool Descriptors::IsHeldOutput(int fd, const Watched& watched) {
  return watched.hold && watched.kind == uv::Kind::kPipe && !watched.ahead && !FdTable::Inside(fd);
}

// One event brings all that a child which has ended may have left there. Others that write to it must not hold back
// the signal.
void Descriptors::SetAhead(Watched* delivered) {
  if (delivered->kind != uv::Kind::kSignal) {
    delivered->ahead = true;
  } else {
    for (auto& [fd, watched] : watched_) watched.ahead = false;
  }
}

// Returns whether chance chooses a rare order for the next event.
bool Descriptors::IsRareCase(const Watched& watched) const {
  constexpr double kShare = 1.0 / 32;
  return schedule::UnitRandom(scheduler_->options().seed, ~names::StableHash(watched.origin), watched.events) < kShare;
}

// A child process writes before it ends, and libuv reads what is ready before it delivers a signal, so 'exit' does not
// come before output that was there when the poll returned. Held output is released when a signal has come. But
// not what came after the last event: any SIGCHLD (of another child, or of this one's being stopped and continued) may
// have ended the poll before the output was there, and libuv asks for all its children's ends only when the system runs
// the thread again (docs/engines.md). With one child alone that is rare, and messages of a fork come before its exit
// then: programs count on that. Beside other children its exit may come first (test/orders/possible/message-exit.js).
// In a replay the output comes first if it did in the failing run: a slow machine sees both in one poll.
void Descriptors::ReleaseChildOutput() {
  const bool all =
      by_chance_ && uv::HasOneChild(loop_) && std::none_of(watched_.begin(), watched_.end(), [this](const auto& entry) {
        return IsHeldOutput(entry.first, entry.second) && IsRareCase(entry.second);
      });
  for (auto& [fd, watched] : watched_) {
    if (!IsHeldOutput(fd, watched)) continue;
    // A gate may ask for the other order.
    const bool comes_first = (all || watched.poll != poll_ || watched.before_end) && !watched.hold->at_gates();
    const bool is_safe = by_chance_ || uv::HasOneChild(loop_);
    if (comes_first || (is_safe && uv::IsChannel(loop_, fd))) ReleaseSoon(&watched);
  }
  Release(0);
}

// With several children the release of held output would undo each order between them: one child's end would bring the
// others' output. So with `ends_wait` the children's ends wait for their output instead, but only once: where several
// children write all the time, some output is always held. They do not wait for messages: an end may come before one.
// Returns whether they wait.
bool Descriptors::HoldSignal(int fd, int64_t now) {
  Watched& signal = watched_[fd];
  if (!ends_wait_ || signal.admitted || uv::HasOneChild(loop_)) return false;
  int64_t due = now;
  for (const auto& [other, watched] : watched_) {
    if (!IsHeldOutput(other, watched) || uv::IsChannel(loop_, other)) continue;
    if (!watched.hold->at_gates()) due = std::max(due, watched.hold->due_ns());
  }
  if (due == now) return false;
  signal.hold = schedule::Hold({true, static_cast<double>(due - now) / kNsPerMs}, now, nullptr);
  next_due_ = held_++ == 0 ? signal.hold->due_ns() : std::min(next_due_, signal.hold->due_ns());
  Arm(fd, &signal, true);
  return true;
}

bool Descriptors::holds_signal() const {
  const auto signal = watched_.find(uv::SignalFd(loop_));
  return signal != watched_.end() && signal->second.hold.has_value();
}

}  // namespace nacd::loop
