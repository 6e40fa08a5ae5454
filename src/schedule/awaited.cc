#include "schedule/awaited.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include "names/name.h"

namespace nacd::schedule {
namespace {

// "0.1t2" of "0.1t2 timer NAME"; empty: the event is one of the same place. No phase begins with a digit.
std::string_view PlaceOf(std::string_view event) {
  const bool has_place = !event.empty() && event[0] >= '0' && event[0] <= '9';
  return has_place ? event.substr(0, event.find(' ')) : std::string_view();
}

std::string_view WithoutPlace(std::string_view event) {
  const std::string_view place = PlaceOf(event);
  return place.empty() ? event : event.substr(std::min(event.size(), place.size() + 1));
}

}  // namespace

void Awaited::SetPlace(std::string place, std::string folder) {
  place_ = std::move(place);
  folder_ = std::move(folder);
}

bool Awaited::IsHere(std::string_view event) const {
  const std::string_view place = PlaceOf(event);
  return place.empty() || place == place_;
}

std::string Awaited::FileOf(std::string_view event) const {
  return folder_ + "/happened-" + std::to_string(names::StableHash(std::string(event)));
}

const AwaitedEvents* Awaited::Add(std::string held, std::vector<std::string> events, double most_ms) {
  AwaitedEvents& added = all_.emplace_back();
  added.number = static_cast<uint32_t>(all_.size());
  added.most_ms = most_ms;
  added.events = std::move(events);
  added.left = added.events.size();
  for (const std::string& event : added.events) {
    if (IsHere(event)) {
      waiting_[std::string(WithoutPlace(event))].push_back(&added);
    } else {
      elsewhere_.push_back({FileOf(event), &added});
    }
  }
  held_by_[std::move(held)] = &added;
  return &added;
}

void Awaited::Announce(const std::string& event) {
  if (!PlaceOf(event).empty() && IsHere(event)) announced_[std::string(WithoutPlace(event))] = FileOf(event);
}

void Awaited::Named(std::string_view name, std::string_view actual, Phase phase) {
  const std::string word = std::string(PhaseName(phase)) + ' ';
  const std::string key = word + std::string(name);
  const std::string now = word + std::string(actual);
  if (key == now) return;
  if (auto waiting = waiting_.extract(key)) {
    std::vector<AwaitedEvents*>& all = waiting_[now];
    all.insert(all.end(), waiting.mapped().begin(), waiting.mapped().end());
  }
  if (auto announced = announced_.extract(key)) announced_.insert_or_assign(now, std::move(announced.mapped()));
}

void Awaited::Holds(const AwaitedEvents* events) {
  for (const Elsewhere& one : elsewhere_) {
    if (one.events == events) one.events->held = true;
  }
}

void Awaited::Forget(const AwaitedEvents* events) {
  std::erase_if(elsewhere_, [events](const Elsewhere& one) { return one.events == events; });
}

bool Awaited::waits_elsewhere() const {
  return std::any_of(elsewhere_.begin(), elsewhere_.end(), [](const Elsewhere& one) { return one.events->held; });
}

void Awaited::Over(std::string_view name, Phase phase) {
  if (!any()) return;
  key_.assign(PhaseName(phase)).append(1, ' ').append(name);
  const auto held = held_by_.find(key_);
  if (held != held_by_.end()) Forget(held->second);
  const auto announced = announced_.find(key_);
  if (announced != announced_.end()) {
    std::ofstream(announced->second) << '1';
    announced_.erase(announced);
  }
  const auto found = waiting_.find(key_);
  if (found == waiting_.end()) return;
  for (AwaitedEvents* waiting : found->second) waiting->left--;
  waiting_.erase(found);
  Opened();
}

void Awaited::Opened() {
  openings_++;
  if (on_opening_) on_opening_();
}

// Each event counts once, also where the operation waits for others as well.
void Awaited::LookElsewhere() {
  const size_t opened = std::erase_if(elsewhere_, [](const Elsewhere& one) {
    std::error_code error;
    if (!one.events->held || !std::filesystem::exists(one.file, error)) return false;
    one.events->left--;
    return true;
  });
  if (opened > 0) Opened();
}

}  // namespace nacd::schedule
