#include "model/resolve.h"

#include <algorithm>
#include <iterator>
#include <unordered_set>
#include <utility>

#include "model/builtin.h"

namespace nacd::model {
namespace {

std::string Unknown(const std::string& name) {
  return "unknown class \"" + name + "\"; the moduleName of a class of the model is allowed";
}

}  // namespace

Resolver::Resolver(Drafts drafts, uint32_t node_version)
    : drafts_(std::move(drafts)),
      node_version_(node_version),
      order_([this](std::string_view name) -> const Linearizer::Names& { return Selected(name)->is; }) {}

bool Resolver::Fail(const Origin& origin, const std::string& path, const std::string& message) {
  const std::string of_class = origin.class_index ? "/" + std::to_string(*origin.class_index) : "";
  error_ = {drafts_.files[origin.file], of_class + path, message};
  return false;
}

bool Resolver::FailBase(const Origin& origin, const std::string& message) {
  return Fail(origin, "/is/" + std::to_string(origin.index), message);
}

bool Resolver::CheckKnown(const Origin& origin, const std::string& key, const std::string& name) {
  if (name.empty() || drafts_.Find(name)) return true;
  return Fail(origin, "/properties/" + std::to_string(origin.index) + "/" + key, Unknown(name));
}

bool Resolver::CheckProperty(const DraftProperty& draft) {
  const Property& property = draft.property;
  if (!CheckKnown(draft.origin, "returnedObject", property.returned_object)) return false;
  if (!CheckKnown(draft.origin, "AsyncObjectProperty", property.object_property)) return false;
  const std::vector<std::string>& objects = property.callback_objects;
  for (size_t i = 0; i < objects.size(); ++i) {
    if (!CheckKnown(draft.origin, "callbackObjects/" + std::to_string(i), objects[i])) return false;
  }
  return true;
}

bool Resolver::CheckNames() {
  for (const auto& [name, draft] : drafts_.classes) {
    for (const DraftBase& base : draft.bases) {
      if (drafts_.Find(base.name)) continue;
      return FailBase(base.origin, Unknown(base.name));
    }
    for (const DraftProperty& property : draft.properties) {
      if (!CheckProperty(property)) return false;
    }
  }
  return true;
}

// "net.Socket" is path "Socket" in module "net" only if the model has a class "net", since the name of a package may
// contain dots ("socket.io.Server").
void Resolver::SetExport(const Draft& draft, AsyncClass* target) {
  if (!draft.exported) {
    target->module.clear();
    target->export_path.clear();
    return;
  }
  if (!target->module.empty()) return;
  const std::string& name = target->name;
  target->module = name;
  for (size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    if (!drafts_.Find(name.substr(0, dot))) continue;
    target->module = name.substr(0, dot);
    target->export_path = name.substr(dot + 1);
  }
}

AsyncClass Resolver::Select(Draft* draft) {
  AsyncClass selected = std::move(draft->head);
  SetExport(*draft, &selected);
  selected.is.reserve(draft->bases.size());
  for (const DraftBase& base : draft->bases) selected.is.push_back(base.name);
  selected.properties.reserve(draft->properties.size());
  for (DraftProperty& candidate : draft->properties) {
    if (candidate.property.versions.Contains(node_version_))
      selected.properties.push_back(std::move(candidate.property));
  }
  return selected;
}

// Removes references to classes that this Node lacks.
void Resolver::DropAbsent(AsyncClass* target) const {
  auto absent = [&](const std::string& name) { return !name.empty() && !drafts_.Has(name, node_version_); };
  std::erase_if(target->is, absent);
  for (Property& property : target->properties) {
    if (absent(property.returned_object)) property.returned_object.clear();
    if (absent(property.object_property)) property.object_property.clear();
    for (std::string& name : property.callback_objects) {
      if (absent(name)) name.clear();
    }
  }
}

// Returns the class before inheritance, or null.
AsyncClass* Resolver::Selected(std::string_view name) {
  if (auto known = classes_.find(name); known != classes_.end()) return &known->second;
  Draft* draft = drafts_.Has(name, node_version_) ? drafts_.Find(name) : nullptr;
  if (!draft) return nullptr;
  AsyncClass* selected = &classes_.emplace(name, Select(draft)).first->second;
  DropAbsent(selected);
  return selected;
}

bool Resolver::Inherit(AsyncClass* target) {
  const Linearizer::Names* names = order_.Of(target->name);
  if (names == nullptr) return FailBase(drafts_.Find(target->name)->bases.front().origin, order_.fault());
  std::unordered_set<std::string_view> methods, events;
  for (const std::string& from : *names) {
    const AsyncClass& base = classes_.find(from)->second;
    if (&base != target) std::copy(base.arrivals.begin(), base.arrivals.end(), std::back_inserter(target->arrivals));
    for (const Property& property : base.properties) {
      if ((property.is_event() ? events : methods).insert(property.name).second) target->resolved.Add(property);
    }
  }
  target->inherits = true;
  return true;
}

const AsyncClass* Resolver::Find(std::string_view name) {
  AsyncClass* found = Selected(name);
  if (found && !found->inherits) Inherit(found);
  return found;
}

std::vector<const AsyncClass*> Resolver::OfModule(std::string_view module) {
  std::vector<const AsyncClass*> found;
  const auto add = [&](std::string_view name) {
    const AsyncClass* candidate = Find(name);
    if (candidate && candidate->module == module) found.push_back(candidate);
  };
  if (drafts_.has_builtin) {
    for (const BuiltinClass& row : BuiltinClasses()) {
      if (row.module == module) add(row.name);
    }
  } else {
    for (const auto& [name, draft] : drafts_.classes) add(name);
  }
  return found;
}

const Classes& Resolver::all() {
  drafts_.TakeBuiltin();
  for (const auto& [name, draft] : drafts_.classes) Find(name);
  return classes_;
}

bool Resolver::ResolveAll(Error* error) {
  drafts_.TakeBuiltin();
  bool right = CheckNames();
  for (auto draft = drafts_.classes.begin(); right && draft != drafts_.classes.end(); ++draft) {
    AsyncClass* found = Selected(draft->first);
    right = !found || Inherit(found);
  }
  if (!right) *error = error_;
  return right;
}

}  // namespace nacd::model
