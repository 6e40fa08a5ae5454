#include "schedule/schedule_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nacd::schedule {
namespace {

using nlohmann::json;

constexpr Phase kPhases[] = {Phase::kRegistration, Phase::kAction, Phase::kCallback, Phase::kEvent, Phase::kPromise,
                             Phase::kDescriptor,   Phase::kWorker, Phase::kTimer,    Phase::kStall};

std::optional<Phase> PhaseNamed(const std::string& name) {
  for (Phase phase : kPhases) {
    if (PhaseName(phase) == name) return phase;
  }
  return std::nullopt;
}

std::optional<names::Tier> TierNamed(const std::string& name) {
  for (names::Tier tier : {names::Tier::kName, names::Tier::kSubject, names::Tier::kSite, names::Tier::kParent}) {
    if (names::TierName(tier) == name) return tier;
  }
  return std::nullopt;
}

bool IsCount(const json& value) {
  return value.is_number_unsigned() && value.get<uint64_t>() > 0 && value.get<uint64_t>() <= UINT32_MAX;
}

// Returns what is wrong with the keys tier, nth and parent, which a delay may have, or "".
std::string ReadTier(const json& entry, ReplayedDelay* delay) {
  const auto tier = entry.find("tier");
  if (tier == entry.end()) return {};
  const auto known = tier->is_string() ? TierNamed(tier->get<std::string>()) : std::nullopt;
  if (!known) return "/tier: must be name, subject, site or parent";
  delay->tier = *known;
  const auto nth = entry.find("nth");
  if (nth == entry.end() || !IsCount(*nth)) return "/nth: must be a whole number from 1";
  delay->nth = nth->get<uint32_t>();
  const auto parent = entry.find("parent");
  if (parent == entry.end()) return {};
  if (!parent->is_string()) return "/parent: must be a string";
  delay->parent = parent->get<std::string>();
  return {};
}

std::string ReadRank(const json& entry, ReplayedDelay* delay) {
  const auto rank = entry.find("rank");
  if (rank == entry.end()) return {};
  if (!IsCount(*rank)) return "/rank: must be a whole number from 1";
  delay->rank = rank->get<uint32_t>();
  const auto at_once = entry.find("atOnce");
  if (at_once != entry.end() && !at_once->is_boolean()) return "/atOnce: must be true or false";
  delay->at_once = at_once != entry.end() && at_once->get<bool>();
  const auto loop = entry.find("loop");
  if (loop == entry.end()) return {};
  if (!IsCount(*loop)) return "/loop: must be a whole number from 1";
  delay->loop = loop->get<uint32_t>();
  return {};
}

std::string ReadUntil(const json& entry, ReplayedDelay* delay) {
  const auto until = entry.find("until");
  if (until == entry.end()) return {};
  const auto is_text = [](const json& one) { return one.is_string(); };
  if (!until->is_array() || !std::all_of(until->begin(), until->end(), is_text)) {
    return "/until: must be a list of strings";
  }
  delay->until = until->get<std::vector<std::string>>();
  return {};
}

// Returns what is wrong with an event of the key "after", or "". One with a tier is an object, with its place as other
// events have it before their phase.
std::string ReadEvent(const json& event, ReplayedDelay* delay, Replay* replay) {
  if (event.is_string()) {
    delay->after.push_back(event.get<std::string>());
    return {};
  }
  const auto text = [&event](const char* key) {
    const auto found = event.find(key);
    return found != event.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const std::string name = event.is_object() ? text("name") : std::string();
  const auto phase = event.is_object() ? PhaseNamed(text("phase")) : std::nullopt;
  if (name.empty() || !phase) return "/after: must be a list of strings, and of objects with name and phase";
  ReplayedDelay known{name, *phase, 0};
  const std::string wrong = ReadTier(event, &known);
  if (!wrong.empty()) return "/after" + wrong;
  const std::string place = text("place");
  const std::string key = std::string(PhaseName(*phase)) + ' ' + name;
  delay->after.push_back(place.empty() ? key : place + ' ' + key);
  const bool is_here = place.empty() || place == replay->awaited().place();
  if (is_here && known.tier != names::Tier::kName) replay->Add({name, *phase, known.tier, known.nth, known.parent});
  return {};
}

std::string ReadAfter(const json& entry, ReplayedDelay* delay, Replay* replay) {
  const auto after = entry.find("after");
  if (after == entry.end()) return {};
  if (!after->is_array()) return "/after: must be a list of events";
  for (const json& event : *after) {
    std::string wrong = ReadEvent(event, delay, replay);
    if (!wrong.empty()) return wrong;
  }
  return {};
}

std::string ReadBeforeEnd(const json& entry, ReplayedDelay* delay) {
  const auto before = entry.find("beforeEnd");
  if (before == entry.end()) return {};
  if (!before->is_boolean()) return "/beforeEnd: must be true or false";
  delay->before_end = before->get<bool>();
  return {};
}

// Returns what is wrong with the key "thread", or "". Sets `is_here` to whether the delay is for this kind of thread.
std::string ReadThread(const json& entry, bool main_thread, bool* is_here) {
  const auto thread = entry.find("thread");
  if (thread == entry.end()) return {};
  if (*thread != "main" && *thread != "worker") return "/thread: must be main or worker";
  *is_here = (*thread == "main") == main_thread;
  return {};
}

// Returns what is wrong with the key "place", or "". Sets `is_here` to false if the delay is for another place.
std::string ReadPlace(const json& entry, const Replay& replay, bool* is_here) {
  const auto place = entry.find("place");
  if (place == entry.end()) return {};
  if (!place->is_string()) return "/place: must be a string";
  if (*place != replay.awaited().place()) *is_here = false;
  return {};
}

// Returns what is wrong with one delay, or "".
std::string AddDelay(const json& entry, bool main_thread, Replay* replay) {
  if (!entry.is_object()) return ": must be an object with name, phase and delay";
  const auto name = entry.find("name");
  const auto phase = entry.find("phase");
  const auto delay = entry.find("delay");
  if (name == entry.end() || !name->is_string()) return "/name: must be a string";
  if (phase == entry.end() || !phase->is_string()) return "/phase: must be a string";
  const auto known = PhaseNamed(phase->get<std::string>());
  if (!known) return "/phase: unknown phase: " + phase->get<std::string>();
  if (delay == entry.end() || !delay->is_number() || delay->get<double>() < 0) {
    return "/delay: must be a number of milliseconds, 0 or more";
  }
  ReplayedDelay read{name->get<std::string>(), *known, delay->get<double>()};
  std::string wrong = ReadTier(entry, &read);
  if (wrong.empty()) wrong = ReadRank(entry, &read);
  if (wrong.empty()) wrong = ReadUntil(entry, &read);
  if (wrong.empty()) wrong = ReadBeforeEnd(entry, &read);
  if (wrong.empty()) wrong = ReadAfter(entry, &read, replay);
  bool is_here = true;
  if (wrong.empty()) wrong = ReadThread(entry, main_thread, &is_here);
  if (wrong.empty()) wrong = ReadPlace(entry, *replay, &is_here);
  for (const std::string& event : read.after) replay->awaited().Announce(event);
  if (wrong.empty() && is_here) replay->Add(std::move(read));
  return wrong;
}

}  // namespace

bool ReadScheduleFile(const std::string& path, Replay* replay, std::string* error, bool main_thread,
                      const std::string& place, const std::string& folder) {
  std::ifstream file(std::filesystem::path(std::u8string(path.begin(), path.end())));  // not in Windows' code page
  if (!file) {
    *error = path + ": cannot be read";
    return false;
  }
  const json schedule = json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!schedule.is_object()) {
    *error = path + ": not a JSON object";
    return false;
  }
  const auto format = schedule.find("format");
  if (format == schedule.end() || *format != 1) {
    *error = path + ": /format: must be 1";
    return false;
  }
  const auto delays = schedule.find("delays");
  if (delays == schedule.end() || !delays->is_array()) {
    *error = path + ": /delays: must be an array";
    return false;
  }
  Replay read;
  read.awaited().SetPlace(place, folder);
  for (size_t i = 0; i < delays->size(); i++) {
    const std::string wrong = AddDelay((*delays)[i], main_thread, &read);
    if (wrong.empty()) continue;
    *error = path + ": /delays/" + std::to_string(i) + wrong;
    return false;
  }
  *replay = std::move(read);
  return true;
}

}  // namespace nacd::schedule
