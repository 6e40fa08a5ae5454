// Chooses which of the ready descriptors of one loop come in this turn, and in which order.
#include <poll.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "loop/linux/batch.h"
#include "loop/linux/descriptors.h"
#include "names/name.h"
#include "schedule/random.h"

namespace nacd::loop {
namespace {

constexpr size_t kNone = SIZE_MAX;

}  // namespace

bool Descriptors::IsBefore(const Candidate& one, const Candidate& other) {
  return one.round != other.round ? one.round < other.round : one.position < other.position;
}

// A position in the shuffled list, drawn from the name, so that the order does not depend on who came first.
double Descriptors::Position(int index, int fd, const Watched& watched) const {
  if (watched.kind == uv::Kind::kSignal) return INFINITY;  // libuv itself delivers signals last
  uint64_t hash = names::StableHash(watched.origin);
  if (watched.origin.empty()) hash = fd == uv::AsyncFd(loop_) ? 1 : 2;
  const double random = schedule::UnitRandom(scheduler_->options().seed, hash, watched.events);
  return keeps_order_ ? index + random : random;
}

// Chance decides which of the descriptors that one poll finds was ready first. They are decided about in the order of
// their names, so that a seed does the same in each run.
void Descriptors::AdmitAll(const epoll_event* ready, int count, int64_t now) {
  undecided_.clear();
  for (int i = 0; i < count; i++) {
    const Watched& watched = Find(ready[i].data.fd);
    if (!watched.admitted && !watched.hold && MayBeHeld(watched.kind)) undecided_.push_back(ready[i]);
  }
  if (undecided_.size() < 2) return;
  std::sort(undecided_.begin(), undecided_.end(), [this](const auto& event, const auto& next) {
    const std::string& one = watched_[event.data.fd].origin;
    return strverscmp(one.c_str(), watched_[next.data.fd].origin.c_str()) < 0;  // "#2" before "#10"
  });
  for (const epoll_event& event : undecided_) Admit(event, &watched_[event.data.fd], now);
}

// Returns the place of the last pipe among the candidates that may be output of a child, or kNone.
size_t Descriptors::Collect(const epoll_event* ready, int count, int64_t now) {
  candidates_.clear();
  at_once_.clear();
  size_t output = kNone;
  for (int i = 0; i < count; i++) {
    const int fd = ready[i].data.fd;
    Watched& watched = Find(fd);
    if (watched.kind == uv::Kind::kSignal && watched.hold) continue;
    if (!Admit(ready[i], &watched, now)) continue;
    if (watched.at_once) {
      at_once_.push_back({ready[i], i, 0, 0, true});
      continue;
    }
    if (watched.round == 0) watched.round = round_ + 1;
    if (watched.kind == uv::Kind::kPipe && !watched.ahead) output = candidates_.size();
    candidates_.push_back({ready[i], i, watched.round, Position(i, fd, watched)});
  }
  return output;
}

// Puts one of the candidates at the end of the batch, so that it is the first. Nothing: what is held has become ready,
// and comes first.
void Descriptors::KeepOne(size_t output, int64_t now, bool all) {
  batch_.clear();
  if (candidates_.empty()) return;
  auto best = std::min_element(candidates_.begin(), candidates_.end(), IsBefore);
  if (watched_[best->event.data.fd].kind == uv::Kind::kSignal) {
    if (HoldSignal(best->event.data.fd, now)) return;
    const size_t before = held_;
    ReleaseChildOutput();
    if (held_ < before) return;
    if (output != kNone) best = candidates_.begin() + static_cast<std::ptrdiff_t>(output);
    SetAhead(&watched_[best->event.data.fd]);
  }
  KeepBatch(static_cast<size_t>(best - candidates_.begin()), all);
  batch_.push_back(*best);
}

// All that show at once what this process does come in this turn, before the others, in the order of the system. The
// others were only later. Where they are too many for one turn, one of the others comes early, so that it comes at all.
void Descriptors::KeepAtOnce() {
  const bool too_many = at_once_.size() >= kMostInTurn && !batch_.empty();
  batch_.insert(batch_.end(), at_once_.rbegin(), at_once_.rend());
  if (!too_many) return;
  const auto other = std::find_if(batch_.rbegin(), batch_.rend(), [](const Candidate& one) { return !one.at_once; });
  std::rotate(batch_.rbegin() + 1, other, other + 1);
}

int Descriptors::Choose(const epoll_event* ready, int count, int64_t now, bool all) {
  if (count > 1) AdmitAll(ready, count, now);
  KeepOne(Collect(ready, count, now), now, all);
  KeepAtOnce();
  if (batch_.empty()) return -1;
  const Candidate first = batch_.back();
  batch_.pop_back();
  Deliver(first);
  return first.index;
}

// libuv delivers a signal last, in the same turn as all that one poll found.
void Descriptors::KeepBatch(size_t first, bool all) {
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

std::string Descriptors::NextName(const epoll_event* ready, int count) {
  std::string first;
  for (int i = 0; i < count; i++) {
    const Watched& watched = Find(ready[i].data.fd);
    if (!MayBeHeld(watched.kind) || watched.hold || watched.machinery) continue;
    std::string name = EventName(watched, watched.events + 1);
    if (first.empty() || strverscmp(name.c_str(), first.c_str()) < 0) first = std::move(name);
  }
  return first;
}

// As libuv does with the list of one poll: descriptors that were closed or unwatched meanwhile are left out, and
// later events are not seen. Events that an earlier callback has consumed are left out as well.
bool Descriptors::TakeNext(epoll_event* event) {
  const Candidate candidate = batch_.back();
  batch_.pop_back();
  const int fd = candidate.event.data.fd;
  const uint32_t wanted = uv::WantedEvents(loop_, fd);
  pollfd state = {fd, static_cast<int16_t>(wanted), 0};
  const bool is_due = (wanted & EPOLLIN) != 0 && datagrams_.IsReady(fd);
  if (wanted == 0 || (poll(&state, 1, 0) != 1 && !is_due)) return false;
  if (is_due) state.revents |= POLLIN;
  *event = candidate.event;
  event->events &= static_cast<uint16_t>(state.revents);  // poll's bits are epoll's
  if (event->events == 0) return false;
  if (watched_[fd].kind == uv::Kind::kSignal) SetAhead(&watched_[fd]);
  Deliver(candidate);
  return true;
}

bool Descriptors::ChooseMore(epoll_event* event) {
  while (!batch_.empty()) {
    if (TakeNext(event)) return true;
  }
  return false;
}

bool Descriptors::ChooseAtOnce(epoll_event* event) {
  while (!batch_.empty() && batch_.back().at_once) {
    if (TakeNext(event)) return true;
  }
  return false;
}

}  // namespace nacd::loop
