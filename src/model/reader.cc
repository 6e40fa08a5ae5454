#include "model/reader.h"

#include <algorithm>
#include <exception>
#include <nlohmann/json.hpp>

#include "model/place.h"
#include "model/property_reader.h"
#include "model/rules.h"
#include "model/values.h"

namespace nacd::model {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kClassKeys[] = {"moduleName", "is",    "properties", "module",   "exportPath", "exported",
                                           "since",      "until", "follows",    "usesThis", "hooked",     "arrivals"};

std::string ClassKeyList() {
  std::string list;
  for (std::string_view key : kClassKeys) list += (list.empty() ? "" : ", ") + std::string(key);
  return list;
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

// Checks the form of "follows", which is for people and for `nacd model check`: nothing is hooked for it.
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
  auto boolean = [&](const char* key, bool* out) {
    return !json.contains(key) || ReadBool(json[key], Place(place, key), out, fault_);
  };
  auto strings = [&](const char* key, std::vector<std::string>* out) {
    return !json.contains(key) || ReadStrings(json[key], Place(place, key), out, fault_);
  };
  if (json.contains("hooked") &&
      !ReadWord(json["hooked"], Place(place, "hooked"), HookedNames(), &head->hooked, fault_)) {
    return false;
  }
  return boolean("exported", exported) && boolean("usesThis", &head->uses_this) &&
         strings("arrivals", &head->arrivals) && string("module", &head->module) &&
         string("exportPath", &head->export_path) && version("since", &head->versions.since) &&
         version("until", &head->versions.until) && CheckRange(head->versions, place, fault_);
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

// Returns one of nlohmann's messages without the code in brackets that it begins with.
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
