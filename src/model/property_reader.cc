#include "model/property_reader.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "model/rules.h"

namespace nacd::model {
namespace {

using Json = nlohmann::json;

bool ReadPatterns(const Json& value, const Place& place, Property* property, Fault* fault) {
  std::vector<std::string> names;
  if (!ReadStrings(value, place, &names, fault)) return false;
  for (size_t i = 0; i < names.size(); ++i) {
    const auto& known = PatternNames();
    auto found = std::find_if(known.begin(), known.end(), [&](const PatternName& p) { return p.name == names[i]; });
    if (found == known.end()) {
      return fault->Set(Place(place, i),
                        "unknown code pattern \"" + names[i] + "\"; one of " + PatternList() + " is allowed");
    }
    if (property->patterns & found->pattern) return fault->Set(Place(place, i), "stands twice: " + names[i]);
    property->patterns |= found->pattern;
  }
  return true;
}

struct PropertyKey {
  std::string_view name;
  bool (*read)(const Json&, const Place&, Property*, Fault*);
};

template <std::string Property::*kField>
bool IntoString(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadString(value, place, &(property->*kField), fault);
}

template <bool Property::*kField>
bool IntoBool(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadBool(value, place, &(property->*kField), fault);
}

// Checks the form of a reason, which is for people only.
bool IntoNothing(const Json& value, const Place& place, Property*, Fault* fault) {
  std::string reason;
  return ReadString(value, place, &reason, fault);
}

bool IntoCallbackObjects(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadStrings(value, place, &property->callback_objects, fault);
}

bool IntoCallbackArgument(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadIndex(value, place, &property->callback_argument, fault);
}

bool IntoOptionsArgument(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadIndex(value, place, &property->options_argument, fault);
}

bool IntoThread(const Json& value, const Place& place, Property* property, Fault* fault) {
  constexpr std::string_view kWords[] = {"message", "end"};
  std::string word;
  if (!ReadWord(value, place, kWords, &word, fault)) return false;
  property->thread = word == "message" ? ThreadSource::kMessage : ThreadSource::kEnd;
  return true;
}

// The kinds that lib/preload/glue/arguments.js can check. A kind that ends with "?" may be absent.
constexpr std::string_view kArgumentKinds[] = {"path", "fd",     "file", "data",    "flag",   "mode", "bits",
                                               "id",   "length", "time", "options", "folder", "text", "buffers"};

bool IsArgumentKind(std::string_view kind) {
  if (kind.ends_with('?')) kind.remove_suffix(1);
  return std::find(std::begin(kArgumentKinds), std::end(kArgumentKinds), kind) != std::end(kArgumentKinds);
}

std::string ArgumentKindList() {
  std::string list;
  for (std::string_view kind : kArgumentKinds) list += (list.empty() ? "" : ", ") + std::string(kind);
  return list;
}

bool IntoArguments(const Json& value, const Place& place, Property* property, Fault* fault) {
  std::vector<std::string> kinds;
  if (!ReadStrings(value, place, &kinds, fault)) return false;
  if (kinds.empty()) return fault->WrongType(place, value, "an array of at least one kind");
  for (size_t i = 0; i < kinds.size(); ++i) {
    if (!IsArgumentKind(kinds[i])) {
      return fault->Set(Place(place, i), "unknown kind \"" + kinds[i] + "\"; one of " + ArgumentKindList() +
                                             " is allowed, with \"?\" behind it where the argument may be absent");
    }
    property->arguments += (i == 0 ? "" : " ") + kinds[i];
  }
  return true;
}

bool IntoSince(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadVersion(value, place, &property->versions.since, fault);
}

bool IntoUntil(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadVersion(value, place, &property->versions.until, fault);
}

// All keys of a property, in the order of the message about an unknown one.
constexpr PropertyKey kPropertyKeys[] = {
    {"name", IntoString<&Property::name>},
    {"type", ReadPatterns},
    {"postponeAction", IntoBool<&Property::postpone_action>},
    {"connectedCallbacks", IntoBool<&Property::connected_callbacks>},
    {"returnedObject", IntoString<&Property::returned_object>},
    {"AsyncObjectProperty", IntoString<&Property::object_property>},
    {"callbackObjects", IntoCallbackObjects},
    {"callbackArgument", IntoCallbackArgument},
    {"handle", IntoString<&Property::handle>},
    {"event", IntoString<&Property::event>},
    {"since", IntoSince},
    {"until", IntoUntil},
    {"alias", IntoBool<&Property::alternative>},
    {"pauses", IntoBool<&Property::pauses>},
    {"cancels", IntoBool<&Property::cancels>},
    {"timer", IntoBool<&Property::timer>},
    {"covers", IntoBool<&Property::covers>},
    {"received", IntoBool<&Property::received>},
    {"arguments", IntoArguments},
    {"heldByHooks", IntoBool<&Property::held_by_hooks>},
    {"thread", IntoThread},
    {"idleTimer", IntoBool<&Property::idle_timer>},
    {"immediate", IntoBool<&Property::immediate>},
    {"optionsArgument", IntoOptionsArgument},
    {"reason", IntoNothing},
};

std::string PropertyKeyList() {
  std::string list;
  for (const PropertyKey& key : kPropertyKeys) list += (list.empty() ? "" : ", ") + std::string(key.name);
  return list;
}

const PropertyKey* FindKey(std::string_view name) {
  const auto same = [&](const PropertyKey& key) { return key.name == name; };
  const auto found = std::find_if(std::begin(kPropertyKeys), std::end(kPropertyKeys), same);
  return found == std::end(kPropertyKeys) ? nullptr : found;
}

}  // namespace

bool ReadProperty(const Json& json, const Place& place, Property* property, Fault* fault) {
  if (!json.is_object()) return fault->WrongType(place, json, "an object that describes a property");
  for (const char* required : {"name", "type"}) {
    if (!json.contains(required)) return fault->Set(place, std::string("lacks \"") + required + "\"");
  }
  for (const auto& [name, value] : json.items()) {
    const Place here(place, name);
    const PropertyKey* key = FindKey(name);
    if (key == nullptr) return fault->Set(here, "unknown key \"" + name + "\"; allowed are " + PropertyKeyList());
    if (!key->read(value, here, property, fault)) return false;
  }
  return CheckRules(*property, place, fault);
}

}  // namespace nacd::model
