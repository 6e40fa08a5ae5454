#include "schedule/gates.h"

#include <algorithm>
#include <utility>

#include "names/name.h"

namespace nacd::schedule {
namespace {

constexpr size_t kMostSeen = 5000;  // kinds of operations that are remembered for reports

std::string KeyOf(std::string_view name, Phase phase) {
  std::string key(PhaseName(phase));
  key += ' ';
  key += name;
  return key;
}

std::vector<Gates::Watch> Watches(const std::vector<Location>& locations) {
  std::vector<Gates::Watch> watches;
  watches.reserve(locations.size());
  for (const Location& location : locations) watches.push_back({location});
  return watches;
}

bool HasDetails(const Gates::Gate& gate) {
  const auto asks = [](const Gates::Watch& watch) { return !watch.location.details.empty(); };
  return std::any_of(gate.where.begin(), gate.where.end(), asks) ||
         std::any_of(gate.after.begin(), gate.after.end(), asks);
}

}  // namespace

// Counts `operation` if it matches. Returns whether the location asks for this one.
bool Gates::Meets(Watch* watch, const Operation& operation) {
  if (!watch->location.Matches(operation)) return false;
  watch->matched++;
  const uint32_t count = watch->location.count;
  if (count != 0 ? watch->matched <= count : !watch->met) news_++;
  return count == 0 || watch->matched == count;
}

uint32_t Gates::Add(const GateSpec& spec) {
  const uint32_t id = ++last_gate_;
  gates_[id] = {Watches(spec.where), Watches(spec.after), spec.barrier, spec.by_hand};
  Look();
  return id;
}

void Gates::Remove(uint32_t id) {
  const auto found = gates_.find(id);
  if (found == gates_.end()) return;
  gates_.erase(found);
  ReleaseOpen();
  if (gates_.empty()) {
    tickets_.clear();
    waiting_.clear();
    seen_.clear();
    seen_index_.clear();
  }
  Look();
}

void Gates::Open(uint32_t id) {
  const auto found = gates_.find(id);
  if (found != gates_.end() && !found->second.open) OpenGate(id, &found->second);
}

void Gates::Close(uint32_t id) {
  const auto found = gates_.find(id);
  if (found != gates_.end()) found->second.open = false;
  Look();
}

void Gates::OpenGate(uint32_t id, Gate* gate) {
  gate->open = true;
  news_++;
  if (on_open_) on_open_(id);
  ReleaseOpen();
  Look();
}

void Gates::ReleaseOpen() {
  for (auto& [ticket, waiting] : waiting_) {
    if (!waiting.arrived || !IsOpen(ticket)) continue;
    waiting.arrived = false;
    waiting.released = true;
  }
  openings_++;
  if (on_release_) on_release_();
}

void Gates::Remember(const Operation& operation) {
  const std::string_view site = operation.site.empty() ? names::SiteOf(operation.name) : operation.site;
  std::string key = KeyOf(operation.api, operation.phase);
  (key += '@') += site;
  const auto [found, is_new] = seen_index_.try_emplace(std::move(key), seen_.size());
  if (is_new) {
    if (seen_.size() >= kMostSeen) return void(seen_index_.erase(found));
    news_++;
    seen_.push_back({std::string(operation.api), std::string(site), operation.phase});
  }
  seen_[found->second].count++;
}

Ticket Gates::Expect(const Operation& operation) {
  if (gates_.empty()) return 0;
  Remember(operation);
  std::vector<uint32_t> closed;
  for (auto& [id, gate] : gates_) {
    bool awaited = false;
    for (Watch& watch : gate.after) {
      if (!Meets(&watch, operation)) continue;
      watch.expected.push_back({std::string(operation.name), operation.phase, operation.object});
      watch.met = awaited = true;
    }
    for (Watch& watch : gate.where) {
      if (!Meets(&watch, operation) || awaited) continue;  // an operation does not wait for itself
      watch.met = true;
      gate.reached++;
      if (!gate.open && (closed.empty() || closed.back() != id)) closed.push_back(id);
    }
  }
  if (closed.empty()) return 0;
  const Ticket ticket = ++last_ticket_;
  const std::string_view site = operation.site.empty() ? names::SiteOf(operation.name) : operation.site;
  waiting_[ticket] = {std::string(operation.name), operation.phase,   std::string(operation.api),
                      std::string(site),           operation.object,  std::move(closed),
                      /*arrived=*/false,           /*released=*/false};
  tickets_[KeyOf(operation.name, operation.phase)] = ticket;
  return ticket;
}

void Gates::Ran(std::string_view name, Phase phase) {
  if (gates_.empty()) return;
  const auto held = tickets_.find(KeyOf(name, phase));
  if (held != tickets_.end()) {
    waiting_.erase(held->second);
    tickets_.erase(held);
  }
  const auto is_it = [name, phase](const Expected& one) { return one.phase == phase && one.name == name; };
  for (auto& [id, gate] : gates_) {
    bool more = false;
    for (Watch& watch : gate.after) {
      if (std::erase_if(watch.expected, is_it) > 0) watch.ran = more = true;
    }
    if (more) Advance(id, &gate);
  }
  Look();
}

void Gates::Advance(uint32_t id, Gate* gate) {
  const auto ran = [](const Watch& watch) { return watch.ran; };
  const bool opens = !gate->by_hand && !gate->open && std::all_of(gate->after.begin(), gate->after.end(), ran);
  if (opens) OpenGate(id, gate);
}

void Gates::Cancelled(std::string_view name, Phase phase) {
  if (gates_.empty()) return;
  const auto is_it = [name, phase](const Expected& one) { return one.phase == phase && one.name == name; };
  for (auto& [id, gate] : gates_) {
    for (Watch& watch : gate.after) std::erase_if(watch.expected, is_it);
  }
  const auto held = tickets_.find(KeyOf(name, phase));
  if (held == tickets_.end()) return;
  // A cancelled operation does nothing when it goes on, but others may wait behind it.
  waiting_.erase(held->second);
  tickets_.erase(held);
  ReleaseOpen();
  Look();
}

void Gates::Refuse(Ticket ticket, const std::string& why) {
  const auto found = waiting_.find(ticket);
  if (found == waiting_.end()) return;
  const Waiting& waiting = found->second;
  for (uint32_t id : waiting.gates) {
    const auto gate = gates_.find(id);
    if (gate != gates_.end()) gate->second.refusals.push_back({waiting.api, waiting.site, waiting.phase, why});
  }
  tickets_.erase(KeyOf(waiting.name, waiting.phase));
  waiting_.erase(found);
  Look();
}

Ticket Gates::TicketOf(std::string_view name, Phase phase) const {
  if (gates_.empty()) return 0;
  const auto found = tickets_.find(KeyOf(name, phase));
  return found == tickets_.end() || IsOpen(found->second) ? 0 : found->second;
}

bool Gates::IsOpen(Ticket ticket) const {
  const auto found = waiting_.find(ticket);
  if (found == waiting_.end() || found->second.released) return true;
  const auto& at = found->second.gates;
  return std::all_of(at.begin(), at.end(), [this](uint32_t id) {
    const auto gate = gates_.find(id);
    return gate == gates_.end() || gate->second.open;
  });
}

uint32_t Gates::WaitingAt(uint32_t id) const {
  uint32_t count = 0;
  for (const auto& [ticket, waiting] : waiting_) {
    if (waiting.arrived && std::count(waiting.gates.begin(), waiting.gates.end(), id) > 0) count++;
  }
  return count;
}

bool Gates::Arrive(Ticket ticket) {
  if (IsOpen(ticket)) return true;
  Waiting& waiting = waiting_[ticket];
  waiting.arrived = true;
  const std::vector<uint32_t> at = waiting.gates;
  for (uint32_t id : at) {
    const auto gate = gates_.find(id);
    if (gate == gates_.end() || gate->second.open || gate->second.barrier == 0) continue;
    news_++;
    if (WaitingAt(id) >= gate->second.barrier) OpenGate(id, &gate->second);
  }
  Look();
  return IsOpen(ticket);
}

bool Gates::blocked() const {
  const auto waits = [this](const auto& entry) { return entry.second.arrived && !IsOpen(entry.first); };
  if (std::any_of(waiting_.begin(), waiting_.end(), waits)) return true;
  // A gate that holds nothing is there since the test itself waits for it.
  return std::any_of(gates_.begin(), gates_.end(), [](const auto& entry) {
    const Gate& gate = entry.second;
    return gate.where.empty() && !gate.after.empty() && !gate.open;
  });
}

void Gates::Look() {
  asks_details_ = std::any_of(gates_.begin(), gates_.end(), [](const auto& entry) { return HasDetails(entry.second); });
  if (on_change_) on_change_();
}

}  // namespace nacd::schedule
