#include "loop/linux/descriptors.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "loop/linux/addresses.h"
#include "loop/linux/fd_table.h"
#include "names/name.h"

namespace nacd::loop {
namespace {

constexpr const char* kShownAtOnce = "what this process does there is ready at once, so it cannot come later";

// More of them would fill the list of a poll, which is to show what is new.
constexpr size_t kMostUnarmed = 64;

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

// libuv reads those of UDP itself; only c-ares has sockets of Node's own polled.
const char* Descriptors::ApiOf(uv::Kind datagrams) { return datagrams == uv::Kind::kPoll ? "dns" : "udp"; }

bool IsRunnersChannel(const uv_loop_t* loop, int fd, bool in_runner) {
  return in_runner && !FdTable::Known(fd) && uv::IsChannel(loop, fd);
}

Descriptors::Descriptors(uv_loop_t* loop, schedule::Scheduler* scheduler, Names* names, bool keeps_order)
    : loop_(loop),
      scheduler_(scheduler),
      names_(names),
      datagrams_(scheduler, names),
      sends_(scheduler, names),
      keeps_order_(keeps_order),
      by_chance_(scheduler->options().leaves_orders_to_chance()),
      ends_wait_(scheduler->options().ends_wait()) {}

bool Descriptors::MayBeHeld(uv::Kind kind) {
  return kind != uv::Kind::kUnknown && kind != uv::Kind::kWakeup && kind != uv::Kind::kSignal;
}

std::string Descriptors::EventName(const Watched& watched, uint32_t count) {
  return names::ReadyOf(watched.origin, count);
}

Descriptors::Watched& Descriptors::Find(int fd) {
  Watched& watched = watched_[fd];
  if (watched.kind != uv::Kind::kUnknown) return watched;
  watched.kind = uv::KindOf(loop_, fd);
  if (!MayBeHeld(watched.kind)) return watched;
  watched.cause = CauseOf(watched.kind, fd);
  watched.origin = FdTable::Get().OriginOf(fd);
  watched.datagrams = (watched.kind == uv::Kind::kUdp || watched.kind == uv::Kind::kPoll) && FdTable::IsOwnDatagram(fd);
  const char* kind = watched.datagrams ? ApiOf(watched.kind) : KindName(watched.kind);
  const bool is_given = watched.origin.empty();
  if (is_given) watched.origin = names_->Fresh(kind, {});
  watched.machinery = FdTable::Machinery(fd) || IsRunnersChannel(loop_, fd, names_->in_runner());
  if (scheduler_->tracing() && !watched.machinery) {
    const FdTable::Connection connection = FdTable::Get().ConnectionOf(fd);
    if (!connection.server.empty()) scheduler_->RecordAccepted(watched.origin, connection.server, connection.link);
    const std::string link = is_given && !FdTable::Known(fd) ? LinkOfEnd(fd) : std::string();
    if (!link.empty()) scheduler_->RecordConnect(watched.origin, link);
  }
  return watched;
}

void Descriptors::Arm(int fd, Watched* watched, bool edge_triggered) {
  watched->armed = edge_triggered;
  epoll_event event = {};
  event.events = uv::WantedEvents(loop_, fd) | (edge_triggered ? EPOLLET : 0u);
  event.data.fd = fd;
  epoll_ctl(uv::BackendFd(loop_), EPOLL_CTL_MOD, fd, &event);
}

// A connection comes by an event of its own. Those that wait already when libuv accepts one are there in its next poll:
// no delay can part them. (And behind a held one all others wait: the last of many would wait for all delays together.)
// Not where single ones are asked for by name.
bool Descriptors::IsWaved(Watched* watched) {
  if (watched->waved == 0) return false;
  watched->waved--;
  return true;
}

void Descriptors::WaveOthers(int fd, Watched* accepting) const {
  const bool is_named = scheduler_->options().mode == schedule::Mode::kReplay || scheduler_->gates().any();
  if (accepting->kind != uv::Kind::kServer || is_named) return;
  accepting->waved = std::max<size_t>(WaitingConnections(fd), 1) - 1;
}

// It is recorded like the others, so that it has a name and gates may wait for it.
void Descriptors::AdmitAtOnce(Watched* watched, const schedule::Operation& operation) {
  schedule::RefuseGates(scheduler_->AskGates(operation), &scheduler_->gates(), kShownAtOnce);
  scheduler_->Record(operation, {});
  watched->admitted = watched->at_once = true;
}

// The answers to the questions of c-ares may come in any order, also from one server.
bool Descriptors::AdmitDatagrams(const epoll_event& event, Watched* watched, int64_t now) {
  const int fd = event.data.fd;
  if ((event.events & (EPOLLIN | EPOLLERR)) && FdTable::IsOwnDatagram(fd)) {
    datagrams_.Take(fd, {watched->origin, ApiOf(watched->kind), watched->machinery, watched->kind == uv::Kind::kPoll},
                    now);
  }
  const bool only_input = (event.events & ~static_cast<uint32_t>(EPOLLIN)) == 0;
  if (only_input && !datagrams_.IsReady(fd)) return false;
  return watched->admitted = true;
}

bool Descriptors::Admit(const epoll_event& event, Watched* watched, int64_t now) {
  const int fd = event.data.fd;
  if (!MayBeHeld(watched->kind) || !uv::IsWatched(loop_, fd) || watched->admitted) return true;
  if (watched->datagrams && (FdTable::IsOwnDatagram(fd) || !datagrams_.Leave(fd))) {
    return AdmitDatagrams(event, watched, now);
  }
  const bool at_once = IsShownAtOnce(watched->cause, fd);
  if (watched->hold && at_once) {
    watched->hold->GiveUp(&scheduler_->gates(), kShownAtOnce);
    watched->at_once = true;
    next_due_ = 0;
    return false;
  }
  if (watched->hold) {
    if (watched->armed) Arm(fd, watched, true);  // libuv has changed its events, and so made it level-triggered
    return false;
  }
  const std::string name = EventName(*watched, watched->events + 1);
  schedule::Operation operation;
  operation.name = name;
  operation.phase = schedule::Phase::kDescriptor;
  operation.api = KindName(watched->kind);
  operation.machinery = watched->machinery;
  if (at_once) {
    AdmitAtOnce(watched, operation);
    return true;
  }
  if (IsWaved(watched)) {
    scheduler_->Record(operation, {});
    return watched->admitted = true;
  }
  const schedule::Decision decision = scheduler_->Decide(operation, static_cast<double>(now) / kNsPerMs);
  watched->admitted = true;
  schedule::Hold hold(decision, now, &scheduler_->gates());
  if (hold.IsDue(now)) return true;
  watched->hold = hold;
  watched->poll = poll_;
  watched->before_end = decision.before_end;
  next_due_ = held_++ == 0 ? hold.due_ns() : std::min(next_due_, hold.due_ns());
  watched->admitted = false;
  unarmed_.push_back(fd);
  if (unarmed_.size() > kMostUnarmed) BeforeSleep();
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
  watched.admitted = watched.at_once = false;
  WaveOthers(fd, &watched);
  if (watched.datagrams && datagrams_.Controls(fd)) return;  // each says so when it is read
  if (MayBeHeld(watched.kind)) {
    if (scheduler_->watching()) {
      scheduler_->RecordRun(EventName(watched, watched.events), schedule::Phase::kDescriptor, watched.machinery);
    }
    names_->Delivered(watched.origin, watched.machinery);
  } else if (watched.kind == uv::Kind::kUnknown) {
    watched_.erase(fd);  // what is not known now may be known next time
  }
}

bool Descriptors::Release(int64_t now) {
  sends_.Release(now);
  bool changes = datagrams_.Release(now);
  if (held_ == 0 || next_due_ > now) return changes;
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
    changes = changes || watched.armed;
    if (watched.armed) Arm(fd, &watched, false);
  }
  return changes;
}

void Descriptors::BeforeSleep() {
  for (const int fd : unarmed_) {
    const auto found = watched_.find(fd);
    if (found != watched_.end() && found->second.hold && !found->second.armed) Arm(fd, &found->second, true);
  }
  unarmed_.clear();
}

bool Descriptors::HasNews(const epoll_event* ready, int count) const {
  return std::any_of(ready, ready + count, [this](const epoll_event& event) {
    const auto found = watched_.find(event.data.fd);
    return found == watched_.end() || !found->second.hold || found->second.armed;
  });
}

void Descriptors::GoThroughGates(int64_t now) {
  sends_.GoThroughGates(now);
  datagrams_.GoThroughGates(now);
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
  sends_.ReleaseSoon();
  datagrams_.ReleaseSoon();
  for (auto& [fd, watched] : watched_) ReleaseSoon(&watched);
}

void Descriptors::ReleaseSoon(Watched* watched) {
  if (!watched->hold) return;
  watched->hold->Release();
  next_due_ = 0;
}

void Descriptors::ReturnAll() {
  EndTurn();
  sends_.FlushAll();
  ReleaseSoon();
  Release(0);
  watched_.clear();
}

int Descriptors::AddDatagrams(epoll_event* events, int count, int capacity) const {
  return datagrams_.AddReady(events, count, capacity,
                             [this](int fd) { return (uv::WantedEvents(loop_, fd) & EPOLLIN) != 0; });
}

bool Descriptors::IsAwaited(std::string_view name) {
  for (int fd = 0; fd < uv::WatchedEnd(loop_); fd++) {
    if (!uv::IsWatched(loop_, fd)) continue;
    const auto found = watched_.find(fd);
    const bool seen = found != watched_.end();
    if (seen && (found->second.hold || found->second.admitted)) continue;
    const std::string origin = seen ? found->second.origin : FdTable::Get().OriginOf(fd);
    if (origin.empty() || names::ReadyOf(origin, seen ? found->second.events + 1 : 1) != name) continue;
    pollfd state = {fd, static_cast<int16_t>(uv::WantedEvents(loop_, fd)), 0};
    return poll(&state, 1, 0) == 0;
  }
  return false;
}

void Descriptors::Dump(std::string* out) const {
  sends_.Dump(out);
  datagrams_.Dump(out);
  const int64_t now = Clock::NowNs();
  for (const auto& [fd, watched] : watched_) {
    if (!watched.hold) continue;
    *out += "  descriptor " + std::to_string(fd) + " " + watched.origin + ": held, " + watched.hold->Text(now) + '\n';
  }
}

}  // namespace nacd::loop
