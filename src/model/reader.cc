#include "model/reader.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "model/place.h"
#include "model/rules.h"
#include "model/values.h"

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

// A reason is for people only.
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

bool IntoSince(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadVersion(value, place, &property->versions.since, fault);
}

bool IntoUntil(const Json& value, const Place& place, Property* property, Fault* fault) {
  return ReadVersion(value, place, &property->versions.until, fault);
}

// Each key a property may have. The order is that of the message about an unknown one.
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
    {"reason", IntoNothing},
};

constexpr std::string_view kClassKeys[] = {"moduleName", "is",    "properties", "module", "exportPath",
                                           "exported",   "since", "until",      "follows"};

std::string PropertyKeyList() {
  std::string list;
  for (const PropertyKey& key : kPropertyKeys) list += (list.empty() ? "" : ", ") + std::string(key.name);
  return list;
}

std::string ClassKeyList() {
  std::string list;
  for (std::string_view key : kClassKeys) list += (list.empty() ? "" : ", ") + std::string(key);
  return list;
}

const PropertyKey* FindKey(std::string_view name) {
  const auto same = [&](const PropertyKey& key) { return key.name == name; };
  const auto found = std::find_if(std::begin(kPropertyKeys), std::end(kPropertyKeys), same);
  return found == std::end(kPropertyKeys) ? nullptr : found;
}

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

// Reads one file's classes into the drafts.
class FileReader {
 public:
  FileReader(const std::string& file, Drafts* drafts, Fault* fault) : drafts_(drafts), fault_(fault) {
    file_index_ = drafts->files.size();
    drafts->files.push_back(file);
  }

  bool Read(const Json& root) {
    const Place top;
    if (root.is_object()) return ReadClass(root, top, std::nullopt);
    if (!root.is_array()) return fault_->WrongType(top, root, "a class (an object) or an array of classes");
    for (size_t i = 0; i < root.size(); ++i) {
      if (!ReadClass(root[i], Place(top, i), i)) return false;
    }
    return true;
  }

 private:
  bool ReadClass(const Json& json, const Place& place, std::optional<size_t> index);
  bool ReadHead(const Json& json, const Place& place, AsyncClass* head, bool* exported);
  bool ReadBases(const Json& json, const Place& place, Origin origin, Draft* draft);
  bool ReadProperties(const Json& json, const Place& place, Origin origin, Draft* draft);
  bool CheckFollows(const Json& json, const Place& place);
  bool Keep(const DraftProperty& read, const Place& place, Draft* draft);

  Drafts* drafts_;
  Fault* fault_;
  size_t file_index_ = 0;
};

bool FileReader::ReadClass(const Json& json, const Place& place, std::optional<size_t> index) {
  if (!json.is_object()) return fault_->WrongType(place, json, "an object that describes a class");
  for (const auto& [name, value] : json.items()) {
    if (std::find(std::begin(kClassKeys), std::end(kClassKeys), name) != std::end(kClassKeys)) continue;
    return fault_->Set(Place(place, name), "unknown key \"" + name + "\"; allowed are " + ClassKeyList());
  }
  AsyncClass head;
  bool exported = true;
  if (!ReadHead(json, place, &head, &exported)) return false;

  auto [found, fresh] = drafts_->classes.try_emplace(head.name);
  Draft& draft = found->second;
  if (fresh) {
    head.file = drafts_->files[file_index_];
    draft.head = std::move(head);
    draft.exported = exported;
  }
  const Origin origin{file_index_, index, 0};
  return ReadBases(json, place, origin, &draft) && ReadProperties(json, place, origin, &draft) &&
         CheckFollows(json, place);
}

// Events that come with something else: for people and for `nacd model check`; nothing is hooked for them.
bool FileReader::CheckFollows(const Json& json, const Place& place) {
  if (!json.contains("follows")) return true;
  const Place here(place, "follows");
  const Json& sources = json["follows"];
  if (!sources.is_object())
    return fault_->WrongType(here, sources, "an object: lists of events by what they come with");
  std::vector<std::string> events;
  for (const auto& [source, list] : sources.items()) {
    if (!ReadStrings(list, Place(here, source), &events, fault_)) return false;
  }
  return true;
}

bool FileReader::ReadHead(const Json& json, const Place& place, AsyncClass* head, bool* exported) {
  if (!json.contains("moduleName")) return fault_->Set(place, "lacks \"moduleName\"");
  if (!ReadString(json["moduleName"], Place(place, "moduleName"), &head->name, fault_)) return false;
  if (json.contains("exportPath") && !json.contains("module")) {
    return fault_->Set(Place(place, "exportPath"), "is allowed only beside \"module\"");
  }
  auto string = [&](const char* key, std::string* out) {
    return !json.contains(key) || ReadString(json[key], Place(place, key), out, fault_);
  };
  auto version = [&](const char* key, uint32_t* out) {
    return !json.contains(key) || ReadVersion(json[key], Place(place, key), out, fault_);
  };
  if (json.contains("exported") && !ReadBool(json["exported"], Place(place, "exported"), exported, fault_))
    return false;
  return string("module", &head->module) && string("exportPath", &head->export_path) &&
         version("since", &head->versions.since) && version("until", &head->versions.until) &&
         CheckRange(head->versions, place, fault_);
}

bool FileReader::ReadBases(const Json& json, const Place& place, Origin origin, Draft* draft) {
  if (!json.contains("is")) return true;
  const Place here(place, "is");
  std::vector<std::string> names;
  if (!ReadStrings(json["is"], here, &names, fault_)) return false;
  for (size_t i = 0; i < names.size(); ++i) {
    if (std::find(names.begin(), names.begin() + i, names[i]) != names.begin() + i) {
      return fault_->Set(Place(here, i), "stands twice: \"" + names[i] + "\"");
    }
    origin.index = i;
    auto same = [&](const DraftBase& base) { return base.name == names[i]; };
    if (std::none_of(draft->bases.begin(), draft->bases.end(), same)) draft->bases.push_back({names[i], origin});
  }
  return true;
}

bool FileReader::ReadProperties(const Json& json, const Place& place, Origin origin, Draft* draft) {
  if (!json.contains("properties")) return true;
  const Place here(place, "properties");
  const Json& list = json["properties"];
  if (!list.is_array()) return fault_->WrongType(here, list, "an array of properties");
  for (size_t i = 0; i < list.size(); ++i) {
    origin.index = i;
    DraftProperty read{{}, origin};
    read.property.owner = draft->head.name;
    if (!ReadProperty(list[i], Place(here, i), &read.property, fault_)) return false;
    if (!Keep(read, Place(here, i), draft)) return false;
  }
  return true;
}

bool SameName(const Property& a, const Property& b) {
  return a.name == b.name && a.is_event() == b.is_event() && a.versions.since < b.versions.until &&
         b.versions.since < a.versions.until;
}

bool FileReader::Keep(const DraftProperty& read, const Place& place, Draft* draft) {
  std::vector<DraftProperty>& all = draft->properties;
  auto twin = [&](const DraftProperty& other) { return SameName(other.property, read.property); };
  for (auto found = std::find_if(all.begin(), all.end(), twin); found != all.end();
       found = std::find_if(all.begin(), all.end(), twin)) {
    if (found->origin.file == file_index_) {
      return fault_->Set(place, "\"" + read.property.name + "\" stands twice in \"" + draft->head.name +
                                    "\" for the same versions of Node");
    }
    all.erase(found);
  }
  all.push_back(read);
  return true;
}

// nlohmann's messages begin with a code in brackets that says nothing to a reader.
std::string Plain(const std::string& message) {
  size_t bracket = message.find("] ");
  return bracket == std::string::npos ? message : message.substr(bracket + 2);
}

}  // namespace

bool ReadModelText(std::string_view text, const std::string& file, Drafts* drafts, Error* error) {
  Fault fault(file, error);
  try {
    return FileReader(file, drafts, &fault).Read(Json::parse(text));
  } catch (const Json::exception& e) {
    return fault.Set(Place(), "is not JSON: " + Plain(e.what()));
  } catch (const std::exception& e) {
    return fault.Set(Place(), std::string("cannot be read: ") + e.what());
  }
}

}  // namespace nacd::model
