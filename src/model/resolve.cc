#include "model/resolve.h"

#include <string_view>
#include <unordered_set>

#include "model/linearize.h"

namespace nacd::model {
namespace {

std::string Unknown(const std::string& name) {
  return "unknown class \"" + name + "\"; the moduleName of a class of the model is allowed";
}

class Resolver {
 public:
  Resolver(const Drafts& drafts, Error* error) : drafts_(drafts), error_(error) {}

  bool CheckNames() const;
  bool Fill(uint32_t node_version, Classes* classes) const;

 private:
  bool Fail(const Origin& origin, const std::string& path, const std::string& message) const;
  bool FailBase(const Origin& origin, const std::string& message) const;
  bool CheckKnown(const Origin& origin, const std::string& key, const std::string& name) const;
  bool CheckProperty(const DraftProperty& draft) const;
  AsyncClass Select(const Draft& draft, uint32_t node_version) const;
  void DropAbsent(const Classes& classes, AsyncClass* target) const;
  void SetExport(const Draft& draft, AsyncClass* target) const;
  bool Inherit(Classes* classes) const;

  const Drafts& drafts_;
  Error* error_;
};

bool Resolver::Fail(const Origin& origin, const std::string& path, const std::string& message) const {
  const std::string of_class = origin.class_index ? "/" + std::to_string(*origin.class_index) : "";
  *error_ = {drafts_.files[origin.file], of_class + path, message};
  return false;
}

bool Resolver::FailBase(const Origin& origin, const std::string& message) const {
  return Fail(origin, "/is/" + std::to_string(origin.index), message);
}

bool Resolver::CheckKnown(const Origin& origin, const std::string& key, const std::string& name) const {
  if (name.empty() || drafts_.classes.contains(name)) return true;
  return Fail(origin, "/properties/" + std::to_string(origin.index) + "/" + key, Unknown(name));
}

bool Resolver::CheckProperty(const DraftProperty& draft) const {
  const Property& property = draft.property;
  if (!CheckKnown(draft.origin, "returnedObject", property.returned_object)) return false;
  if (!CheckKnown(draft.origin, "AsyncObjectProperty", property.object_property)) return false;
  const std::vector<std::string>& objects = property.callback_objects;
  for (size_t i = 0; i < objects.size(); ++i) {
    if (!CheckKnown(draft.origin, "callbackObjects/" + std::to_string(i), objects[i])) return false;
  }
  return true;
}

bool Resolver::CheckNames() const {
  for (const auto& [name, draft] : drafts_.classes) {
    for (const DraftBase& base : draft.bases) {
      if (drafts_.classes.contains(base.name)) continue;
      return FailBase(base.origin, Unknown(base.name));
    }
    for (const DraftProperty& property : draft.properties) {
      if (!CheckProperty(property)) return false;
    }
  }
  return true;
}

// "net.Socket" is path "Socket" in module "net" as soon as the model has a class "net": a package's name may contain
// dots ("socket.io.Server").
void Resolver::SetExport(const Draft& draft, AsyncClass* target) const {
  if (!draft.exported) {
    target->module.clear();
    target->export_path.clear();
    return;
  }
  if (!target->module.empty()) return;
  const std::string& name = target->name;
  target->module = name;
  for (size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    if (!drafts_.classes.contains(name.substr(0, dot))) continue;
    target->module = name.substr(0, dot);
    target->export_path = name.substr(dot + 1);
  }
}

AsyncClass Resolver::Select(const Draft& draft, uint32_t node_version) const {
  AsyncClass selected = draft.head;
  SetExport(draft, &selected);
  selected.is.reserve(draft.bases.size());
  for (const DraftBase& base : draft.bases) selected.is.push_back(base.name);
  selected.properties.reserve(draft.properties.size());
  for (const DraftProperty& candidate : draft.properties) {
    if (candidate.property.versions.Contains(node_version)) selected.properties.push_back(candidate.property);
  }
  return selected;
}

// A class that this Node lacks is as if it were not named.
void Resolver::DropAbsent(const Classes& classes, AsyncClass* target) const {
  auto absent = [&](const std::string& name) { return !name.empty() && !classes.contains(name); };
  std::erase_if(target->is, absent);
  for (Property& property : target->properties) {
    if (absent(property.returned_object)) property.returned_object.clear();
    if (absent(property.object_property)) property.object_property.clear();
    for (std::string& name : property.callback_objects) {
      if (absent(name)) name.clear();
    }
  }
}

bool Resolver::Inherit(Classes* classes) const {
  Linearizer order([&](std::string_view name) -> const Linearizer::Names& { return classes->find(name)->second.is; });
  for (auto& [name, target] : *classes) {
    const Linearizer::Names* names = order.Of(name);
    if (names == nullptr) return FailBase(drafts_.classes.find(name)->second.bases.front().origin, order.fault());
    std::unordered_set<std::string_view> methods, events;
    for (const std::string& from : *names) {
      for (const Property& property : classes->find(from)->second.properties) {
        if ((property.is_event() ? events : methods).insert(property.name).second) target.resolved.Add(property);
      }
    }
  }
  return true;
}

bool Resolver::Fill(uint32_t node_version, Classes* classes) const {
  for (const auto& [name, draft] : drafts_.classes) {
    if (draft.head.versions.Contains(node_version)) classes->emplace(name, Select(draft, node_version));
  }
  for (auto& [name, target] : *classes) DropAbsent(*classes, &target);
  return Inherit(classes);
}

}  // namespace

bool Resolve(const Drafts& drafts, uint32_t node_version, Classes* classes, Error* error) {
  Resolver resolver(drafts, error);
  return resolver.CheckNames() && resolver.Fill(node_version, classes);
}

}  // namespace nacd::model
