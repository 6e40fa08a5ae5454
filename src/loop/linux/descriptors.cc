#include "loop/linux/descriptors.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "loop/linux/batch.h"
#include "loop/linux/fd_table.h"
#include "names/name.h"
#include "schedule/random.h"

namespace nacd::loop {
namespace {

constexpr size_t kNone = SIZE_MAX;

bool MayBeHeld(uv::Kind kind) {
  return kind != uv::Kind::kUnknown && kind != uv::Kind::kWakeup && kind != uv::Kind::kSignal;
}

// How many a listener could accept; 0: not known.
size_t WaitingConnections(int fd) {
  tcp_info info = {};
  socklen_t size = sizeof info;
  if (getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  return info.tcpi_unacked;  // of a listener
}

const char* KindName(uv::Kind kind) {
  switch (kind) {
    case uv::Kind::kPipe:
      return "pipe";
    case uv::Kind::kServer:
      return "server";
    case uv::Kind::kUdp:
      return "udp";
    case uv::Kind::kPoll:
      return "poll";
    case uv::Kind::kWatch:
      return "watch";
    default:
      return "stream";
  }
}

}  // namespace

Descriptors::Descriptors(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names, int degrees_of_freedom)
    : loop_(loop),
      scheduler_(scheduler),
      names_(names),
      degrees_of_freedom_(degrees_of_freedom),
      newest_first_(scheduler->options().newest_first()),
      by_chance_(scheduler->options().leaves_orders_to_chance()),
      holds_signals_(schedule::UnitRandom(scheduler->options().seed, names::StableHash("signal"), 0) < 0.5) {}

std::string Descriptors::EventName(const Watched& watched, uint32_t count) {
  return names::ReadyOf(watched.origin, count);
}

Descriptors::Watched& Descriptors::Find(int fd) {
  Watched& watched = watched_[fd];
  if (watched.kind != uv::Kind::kUnknown) return watched;
  watched.kind = uv::KindOf(loop_, fd);
  if (!MayBeHeld(watched.kind)) return watched;
  watched.origin = FdTable::Get().OriginOf(fd);
  if (watched.origin.empty()) watched.origin = names_->Fresh(KindName(watched.kind), {});
  return watched;
}

void Descriptors::Arm(int fd, bool edge_triggered) {
  epoll_event event = {};
  event.events = uv::WantedEvents(loop_, fd) | (edge_triggered ? EPOLLET : 0u);
  event.data.fd = fd;
  epoll_ctl(uv::BackendFd(loop_), EPOLL_CTL_MOD, fd, &event);
}

// A connection comes by an event of its own, and behind a held one all others wait: the last of many would wait for
// all delays together, until its client or the system gives up. So those that wait already come along in shares. Not
// where single ones are asked for by name.
bool Descriptors::IsWaved(int fd, Watched* watched) {
  const bool is_named = scheduler_->options().mode == schedule::Mode::kReplay || scheduler_->gates().any();
  if (watched->kind != uv::Kind::kServer || is_named) return false;
  if (watched->waved > 0) return watched->waved-- > 0;
  watched->waved = BatchSize(WaitingConnections(fd)) - 1;
  return false;
}

bool Descriptors::Admit(int fd, Watched* watched, int64_t now) {
  if (!MayBeHeld(watched->kind) || !uv::IsWatched(loop_, fd) || watched->admitted) return true;
  if (watched->hold) {
    Arm(fd, true);  // libuv has changed its events meanwhile, and so made it level-triggered
    return false;
  }
  const std::string name = EventName(*watched, watched->events + 1);
  schedule::Operation operation;
  operation.name = name;
  operation.phase = schedule::Phase::kDescriptor;
  operation.api = KindName(watched->kind);
  if (IsWaved(fd, watched)) {
    scheduler_->Record(operation, {});
    return watched->admitted = true;
  }
  const schedule::Decision decision = scheduler_->Decide(operation, static_cast<double>(now) / kNsPerMs);
  watched->admitted = true;
  const schedule::Hold hold(decision, now, &scheduler_->gates());
  if (hold.IsDue(now)) return true;
  watched->hold = hold;
  watched->poll = poll_;
  next_due_ = held_++ == 0 ? hold.due_ns() : std::min(next_due_, hold.due_ns());
  watched->admitted = false;
  Arm(fd, true);
  return false;
}

bool Descriptors::IsBefore(const Candidate& one, const Candidate& other) {
  return one.round != other.round ? one.round < other.round : one.position < other.position;
}

// A position in the shuffled list, drawn from the name, so that the order does not depend on who came first.
double Descriptors::Position(int index, int fd, const Watched& watched) const {
  if (watched.kind == uv::Kind::kSignal) return INFINITY;  // libuv itself delivers signals last
  uint64_t hash = names::StableHash(watched.origin);
  if (watched.origin.empty()) hash = fd == uv::AsyncFd(loop_) ? 1 : 2;
  const double random = schedule::UnitRandom(scheduler_->options().seed, hash, watched.events);
  return degrees_of_freedom_ < 0 ? random : index + random * (degrees_of_freedom_ + 1);
}

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
// the thread again (docs/engines.md). With one child alone that is rare. Messages of a fork come before its exit all
// the same: programs count on that.
void Descriptors::ReleaseChildOutput() {
  const bool all =
      by_chance_ && uv::HasOneChild(loop_) && std::none_of(watched_.begin(), watched_.end(), [this](const auto& entry) {
        return IsHeldOutput(entry.first, entry.second) && IsRareCase(entry.second);
      });
  for (auto& [fd, watched] : watched_) {
    if (!IsHeldOutput(fd, watched)) continue;
    // A gate may ask for the other order.
    const bool comes_first = (all || watched.poll != poll_) && !watched.hold->at_gates();
    if (comes_first || uv::IsChannel(loop_, fd)) ReleaseSoon(&watched);
  }
  Release(0);
}

// With several children the release of held output would undo each order between them: one child's end would bring the
// others' output. So in half of the runs the children's ends wait for their output instead. Returns whether they do.
bool Descriptors::HoldSignal(int fd, int64_t now) {
  if (!holds_signals_ || uv::HasOneChild(loop_)) return false;
  int64_t due = now;
  for (const auto& [other, watched] : watched_) {
    if (IsHeldOutput(other, watched) && !watched.hold->at_gates()) due = std::max(due, watched.hold->due_ns());
  }
  if (due == now) return false;
  Watched& signal = watched_[fd];
  signal.hold = schedule::Hold({true, static_cast<double>(due - now) / kNsPerMs}, now, nullptr);
  next_due_ = held_++ == 0 ? signal.hold->due_ns() : std::min(next_due_, signal.hold->due_ns());
  Arm(fd, true);
  return true;
}

// Chance decides which of the descriptors that one poll finds was ready first. They are decided about in the order of
// their names, so that a seed does the same in each run.
void Descriptors::AdmitAll(const epoll_event* ready, int count, int64_t now) {
  undecided_.clear();
  for (int i = 0; i < count; i++) {
    const Watched& watched = Find(ready[i].data.fd);
    if (!watched.admitted && !watched.hold && MayBeHeld(watched.kind)) undecided_.push_back(ready[i].data.fd);
  }
  if (undecided_.size() < 2) return;
  std::sort(undecided_.begin(), undecided_.end(), [this](int one, int other) {
    if (newest_first_) std::swap(one, other);
    return strverscmp(watched_[one].origin.c_str(), watched_[other].origin.c_str()) < 0;  // "#2" before "#10"
  });
  for (const int fd : undecided_) Admit(fd, &watched_[fd], now);
}

int Descriptors::Choose(const epoll_event* ready, int count, int64_t now, bool all) {
  if (count > 1) AdmitAll(ready, count, now);
  candidates_.clear();
  size_t best = 0, output = kNone;
  for (int i = 0; i < count; i++) {
    const int fd = ready[i].data.fd;
    Watched& watched = Find(fd);
    if (watched.kind == uv::Kind::kSignal && watched.hold) continue;
    if (!Admit(fd, &watched, now)) continue;
    if (watched.round == 0) watched.round = round_ + 1;
    if (watched.kind == uv::Kind::kPipe && !watched.ahead) output = candidates_.size();
    candidates_.push_back({ready[i], i, watched.round, Position(i, fd, watched)});
    if (IsBefore(candidates_.back(), candidates_[best])) best = candidates_.size() - 1;
  }
  if (candidates_.empty()) return -1;
  if (watched_[candidates_[best].event.data.fd].kind == uv::Kind::kSignal) {
    if (HoldSignal(candidates_[best].event.data.fd, now)) return -1;
    const size_t before = held_;
    ReleaseChildOutput();
    if (held_ < before) return -1;  // poll again: it is ready now, and comes first
    if (output != kNone) best = output;
    SetAhead(&watched_[candidates_[best].event.data.fd]);
  }
  KeepBatch(best, all);
  Deliver(candidates_[best]);
  return candidates_[best].index;
}

std::string Descriptors::NextName(const epoll_event* ready, int count) {
  std::string first;
  for (int i = 0; i < count; i++) {
    const Watched& watched = Find(ready[i].data.fd);
    if (!MayBeHeld(watched.kind) || watched.hold) continue;
    std::string name = EventName(watched, watched.events + 1);
    if (first.empty() || strverscmp(name.c_str(), first.c_str()) < 0) first = std::move(name);
  }
  return first;
}

// libuv delivers a signal last, in the same turn as all that one poll found.
void Descriptors::KeepBatch(size_t first, bool all) {
  batch_.clear();
  const size_t share = all ? std::min(candidates_.size(), kMostInTurn) : BatchSize(candidates_.size());
  if (share < 2) return;
  const auto is_held = [](const auto& entry) { return IsHeldOutput(entry.first, entry.second); };
  const bool signals = all && std::none_of(watched_.begin(), watched_.end(), is_held);
  for (size_t i = 0; i < candidates_.size(); i++) {
    const Candidate& candidate = candidates_[i];
    const uv::Kind kind = watched_[candidate.event.data.fd].kind;
    const bool comes = MayBeHeld(kind) || kind == uv::Kind::kWakeup || (signals && kind == uv::Kind::kSignal);
    if (i != first && comes) batch_.push_back(candidate);
  }
  const size_t rest = std::min(share - 1, batch_.size());
  std::partial_sort(batch_.begin(), batch_.begin() + static_cast<std::ptrdiff_t>(rest), batch_.end(), IsBefore);
  batch_.resize(rest);
  std::stable_partition(batch_.begin(), batch_.end(),
                        [](const auto& candidate) { return candidate.position < INFINITY; });
  std::reverse(batch_.begin(), batch_.end());
}

// As libuv does with the list of one poll: descriptors that were closed or unwatched meanwhile are left out, and
// later events are not seen. Events that an earlier callback has consumed are left out as well.
bool Descriptors::ChooseMore(epoll_event* event) {
  while (!batch_.empty()) {
    const Candidate candidate = batch_.back();
    batch_.pop_back();
    const int fd = candidate.event.data.fd;
    const uint32_t wanted = uv::WantedEvents(loop_, fd);
    pollfd state = {fd, static_cast<int16_t>(wanted), 0};
    if (wanted == 0 || poll(&state, 1, 0) != 1) continue;
    *event = candidate.event;
    event->events &= static_cast<uint16_t>(state.revents);  // poll's bits are epoll's
    if (event->events == 0) continue;
    if (watched_[fd].kind == uv::Kind::kSignal) SetAhead(&watched_[fd]);
    Deliver(candidate);
    return true;
  }
  return false;
}

void Descriptors::Deliver(const Candidate& candidate) {
  round_ = std::max(round_, candidate.round);
  Delivered(candidate.event.data.fd);
}

void Descriptors::Delivered(int fd) {
  Watched& watched = watched_[fd];
  watched.round = 0;
  watched.events++;
  watched.admitted = false;
  if (MayBeHeld(watched.kind)) {
    if (scheduler_->watching()) scheduler_->RecordRun(EventName(watched, watched.events), schedule::Phase::kDescriptor);
    names_->Delivered(watched.origin);
  } else if (watched.kind == uv::Kind::kUnknown) {
    watched_.erase(fd);  // what is not known now may be known next time
  }
}

void Descriptors::Release(int64_t now) {
  if (held_ == 0 || next_due_ > now) return;
  next_due_ = kNever;
  for (auto& [fd, watched] : watched_) {
    if (!watched.hold) continue;
    if (!watched.hold->IsDue(now)) {
      next_due_ = std::min(next_due_, watched.hold->due_ns());
      continue;
    }
    watched.hold.reset();
    watched.admitted = true;
    held_--;
    Arm(fd, false);
  }
}

void Descriptors::GoThroughGates(int64_t now) {
  for (auto& [fd, watched] : watched_) {
    if (watched.hold && watched.hold->GoThrough(scheduler_->gates(), now)) next_due_ = 0;
  }
}

void Descriptors::Forget(int fd) {
  std::erase_if(batch_, [fd](const Candidate& candidate) { return candidate.event.data.fd == fd; });
  const auto found = watched_.find(fd);
  if (found == watched_.end()) return;
  Watched& watched = found->second;
  if (watched.hold) held_--;
  if (watched.hold && watched.hold->at_gates()) {
    scheduler_->gates().Cancelled(EventName(watched, watched.events + 1), schedule::Phase::kDescriptor);
  }
  watched_.erase(found);
}

void Descriptors::ReleaseSoon() {
  for (auto& [fd, watched] : watched_) ReleaseSoon(&watched);
}

void Descriptors::ReleaseSoon(Watched* watched) {
  if (!watched->hold) return;
  watched->hold->Release();
  next_due_ = 0;
}

void Descriptors::GiveBack() {
  EndTurn();
  ReleaseSoon();
  Release(0);
  watched_.clear();
}

void Descriptors::Dump(std::string* out) const {
  const int64_t now = Clock::NowNs();
  for (const auto& [fd, watched] : watched_) {
    if (!watched.hold) continue;
    *out += "  descriptor " + std::to_string(fd) + " " + watched.origin + ": held, " + watched.hold->Text(now) + '\n';
  }
}

}  // namespace nacd::loop
