#include "loop/linux/datagrams.h"

#include <algorithm>
#include <cerrno>

#include "loop/linux/datagram_peers.h"
#include "loop/linux/fd_table.h"
#include "names/name.h"
#include "schedule/random.h"

namespace nacd::loop {
namespace {

constexpr int kMostAtOnce = 32;        // as many as libuv reads in one turn
constexpr size_t kMostHeld = 64;       // on one socket; its buffer in the kernel would not take much more
constexpr size_t kMostSenders = 4096;  // that are remembered, of one socket

}  // namespace

Datagrams::Datagrams(schedule::Scheduler* scheduler, Names* names)
    : scheduler_(scheduler),
      names_(names),
      any_order_(scheduler->options().Parameter("datagram_reorder", 0) != 0),
      loss_(scheduler->options().Parameter("datagram_loss", 0)) {}

// The first one's datagrams are named as the events of a socket that has no other sender.
Datagrams::Sender& Datagrams::SenderOf(State* state, const Datagram& datagram) {
  Sender& sender = state->senders[std::string(datagram.sender())];
  if (sender.number != 0) return sender;
  sender.number = ++state->senders_so_far;
  sender.origin = state->socket.origin;
  if (sender.number > 1) {
    sender.origin = names::WithCount(names::PartOf(sender.origin, "sender", {}), static_cast<uint32_t>(sender.number));
  }
  return sender;
}

// A loss is an operation of its own, whose delay means that it happens: so it has a name, and a schedule can repeat it.
bool Datagrams::IsLost(const State& state, uint32_t number) {
  const bool replays = scheduler_->options().mode == schedule::Mode::kReplay;
  if ((loss_ <= 0 && !replays) || state.socket.machinery || !scheduler_->may_delay()) return false;
  const std::string name = names::WithCount(names::PartOf(state.socket.origin, "lost", {}), number);
  schedule::Operation operation;
  operation.name = name;
  operation.phase = schedule::Phase::kDescriptor;
  operation.api = state.socket.api;
  // Not Choose(): a gate for any arrival at the socket does not ask for this.
  const bool lost = replays ? scheduler_->IsReplayed(operation)
                            : schedule::UnitRandom(scheduler_->options().seed, names::StableHash(name), 0) < loss_;
  if (loss_ > 0 || lost) scheduler_->Record(operation, {lost, lost ? 1.0 : 0.0});
  return lost;
}

void Datagrams::Decide(State* state, Item* item, int64_t now) {
  schedule::Operation operation;
  operation.name = item->name;
  operation.phase = schedule::Phase::kDescriptor;
  operation.api = state->socket.api;
  operation.machinery = state->socket.machinery;
  item->lost = IsLost(*state, item->number);
  if (item->lost) return;
  const schedule::Decision decision = scheduler_->Decide(operation, static_cast<double>(now) / kNsPerMs);
  item->hold = schedule::Hold(decision, now, &scheduler_->gates());
}

void Datagrams::Take(int fd, const Socket& socket, int64_t now) {
  const auto [entry, is_new] = sockets_.try_emplace(fd);
  State& state = entry->second;
  if (is_new) state.socket = socket;
  const size_t before = state.held.size();
  if (before == 0 && state.senders.size() >= kMostSenders) state.senders.clear();
  for (int i = 0; i < kMostAtOnce && state.error == 0; i++) {
    Datagram datagram;
    const int error = datagram.Take(fd);
    if (error == EAGAIN) break;
    state.error = error;
    if (error != 0) break;
    DatagramPeers::Get().OnReceived(fd);
    Sender& sender = SenderOf(&state, datagram);
    std::string name = names::ReadyOf(sender.origin, ++sender.datagrams);
    state.held.push_back({std::move(datagram), sender.origin, std::move(name), sender.number, ++state.so_far});
  }
  for (size_t i = before; i < state.held.size(); i++) Decide(&state, &state.held[i], now);
  std::erase_if(state.held, [](const Item& item) { return item.lost; });
  if (state.held.size() > kMostHeld) {
    for (Item& item : state.held)
      item.hold.GiveUp(&scheduler_->gates(), "so many datagrams wait that some may get lost");
  }
  ReleaseOf(&state, now);
  busy_.insert(fd);
  Count();
}

// Datagrams of one sender stay in order, unless they may change places: one that waits for an earlier one follows
// right after it.
bool Datagrams::ReleaseOf(State* state, int64_t now) {
  const bool in_order = !any_order_ && !state->socket.independent;
  std::unordered_map<uint64_t, int64_t> latest;  // by sender: when the last of its datagrams was due
  std::vector<std::pair<int64_t, Item>> released;
  std::deque<Item> held;
  int64_t next = kNever;
  for (Item& item : state->held) {
    int64_t due = item.hold.Due(now);
    if (in_order) due = latest[item.sender] = std::max(latest[item.sender], due);
    if (due <= now) {
      released.emplace_back(due, std::move(item));
    } else {
      next = std::min(next, due);
      held.push_back(std::move(item));
    }
  }
  state->held = std::move(held);
  state->next_due = next;
  std::stable_sort(released.begin(), released.end(),
                   [](const auto& one, const auto& other) { return one.first < other.first; });
  for (auto& [due, item] : released) state->due.push_back(std::move(item));
  return !released.empty();
}

bool Datagrams::Release(int64_t now) {
  if (next_due_ > now) return false;
  bool any = false;
  for (const int fd : busy_) any = ReleaseOf(&sockets_[fd], now) || any;
  Count();
  return any;
}

void Datagrams::Count() {
  held_ = 0;
  next_due_ = kNever;
  std::erase_if(busy_, [this](int fd) {
    const State& state = sockets_[fd];
    held_ += state.held.size();
    next_due_ = std::min(next_due_, state.next_due);
    return state.held.empty() && !IsReady(fd);
  });
}

bool Datagrams::IsReady(int fd) const {
  const auto found = sockets_.find(fd);
  return found != sockets_.end() && (found->second.error != 0 || !found->second.due.empty());
}

int Datagrams::Add(int fd, epoll_event* events, int count, int capacity) {
  const auto end = events + count;
  const auto found = std::find_if(events, end, [fd](const epoll_event& event) { return event.data.fd == fd; });
  if (found != end) {
    found->events |= EPOLLIN;
    return count;
  }
  if (count == capacity) return count;
  events[count] = {EPOLLIN, {.fd = fd}};
  return count + 1;
}

ssize_t Datagrams::Receive(int fd, msghdr* message, int flags) {
  State& state = sockets_[fd];
  if (state.error != 0) {
    errno = std::exchange(state.error, 0);
    return -1;
  }
  if (state.due.empty()) {
    errno = EAGAIN;
    return -1;
  }
  const Item& item = state.due.front();
  const ssize_t size = item.datagram.Give(message, flags);
  if (flags & MSG_PEEK) return size;
  if (scheduler_->watching()) {
    scheduler_->RecordRun(item.name, schedule::Phase::kDescriptor, state.socket.machinery);
  }
  names_->Delivered(item.origin, state.socket.machinery);
  state.due.pop_front();
  return size;
}

int Datagrams::ReceiveMany(int fd, mmsghdr* messages, unsigned count, int flags) {
  unsigned done = 0;
  while (done < count) {
    const int error = errno;
    const ssize_t size = done > 0 && !IsReady(fd) ? -1 : Receive(fd, &messages[done].msg_hdr, flags);
    if (size < 0 && done == 0) return -1;
    if (size < 0) {
      errno = error;
      break;
    }
    messages[done++].msg_len = static_cast<unsigned>(size);
  }
  return static_cast<int>(done);
}

void Datagrams::ReleaseSoon() {
  for (const int fd : busy_) {
    for (Item& item : sockets_[fd].held) item.hold.Release();
  }
  if (held_ > 0) next_due_ = 0;
}

void Datagrams::GoThroughGates(int64_t now) {
  for (const int fd : busy_) {
    for (Item& item : sockets_[fd].held) {
      if (item.hold.GoThrough(scheduler_->gates(), now)) next_due_ = 0;
    }
  }
}

bool Datagrams::Leave(int fd) {
  const auto found = sockets_.find(fd);
  if (found == sockets_.end()) return true;
  for (Item& item : found->second.held) item.hold.GiveUp(&scheduler_->gates(), "its socket was copied or sent");
  ReleaseOf(&found->second, Clock::NowNs());
  Count();
  if (IsReady(fd)) return false;
  Forget(fd);
  return true;
}

void Datagrams::Forget(int fd) {
  const auto found = sockets_.find(fd);
  if (found == sockets_.end()) return;
  for (const Item& item : found->second.held) {
    if (item.hold.at_gates()) scheduler_->gates().Cancelled(item.name, schedule::Phase::kDescriptor);
  }
  busy_.erase(fd);
  sockets_.erase(found);
  Count();
}

void Datagrams::Dump(std::string* out) const {
  const int64_t now = Clock::NowNs();
  for (const auto& [fd, state] : sockets_) {
    for (const Item& item : state.held) *out += "  " + item.name + ": held, " + item.hold.Text(now) + '\n';
  }
}

}  // namespace nacd::loop
