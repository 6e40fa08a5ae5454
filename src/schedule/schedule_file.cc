#include "schedule/schedule_file.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

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
  const auto loop = entry.find("loop");
  if (loop == entry.end()) return {};
  if (!IsCount(*loop)) return "/loop: must be a whole number from 1";
  delay->loop = loop->get<uint32_t>();
  return {};
}

// Returns what is wrong with one delay, or "".
std::string AddDelay(const json& entry, Replay* replay) {
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
  if (wrong.empty()) replay->Add(std::move(read));
  return wrong;
}

}  // namespace

bool ReadScheduleFile(const std::string& path, Replay* replay, std::string* error) {
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
  for (size_t i = 0; i < delays->size(); i++) {
    const std::string wrong = AddDelay((*delays)[i], &read);
    if (wrong.empty()) continue;
    *error = path + ": /delays/" + std::to_string(i) + wrong;
    return false;
  }
  *replay = std::move(read);
  return true;
}

}  // namespace nacd::schedule
