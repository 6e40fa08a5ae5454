#include "model/builtin.h"

#include <algorithm>
#include <string_view>

namespace nacd::model {
namespace {

#include "model/builtin_table.inc"

std::vector<std::string> Split(const char* list) {
  std::vector<std::string> names;
  if (list == nullptr) return names;
  std::string_view rest = list;
  for (size_t comma = rest.find(','); comma != std::string_view::npos; comma = rest.find(',')) {
    names.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(comma + 1);
  }
  names.emplace_back(rest);
  return names;
}

Property PropertyOf(const BuiltinProperty& row, std::string_view owner) {
  Property property;
  property.name = row.name;
  property.owner = owner;
  property.patterns = row.patterns;
  property.postpone_action = row.postpone_action;
  property.connected_callbacks = row.connected_callbacks;
  property.returned_object = row.returned_object;
  property.object_property = row.object_property;
  property.callback_objects = Split(row.callback_objects);
  property.callback_argument = row.callback_argument;
  property.handle = row.handle;
  property.event = row.event;
  property.versions = {row.since, row.until};
  property.alternative = row.alternative;
  property.pauses = row.pauses;
  property.cancels = row.cancels;
  property.timer = row.timer;
  property.covers = row.covers;
  property.received = row.received;
  property.idle_timer = row.idle_timer;
  property.immediate = row.immediate;
  property.held_by_hooks = row.held_by_hooks;
  property.thread = row.thread;
  property.options_argument = row.options_argument;
  property.arguments = row.arguments;
  return property;
}

}  // namespace

std::span<const BuiltinClass> BuiltinClasses() { return kBuiltinClasses; }

const BuiltinClass* FindBuiltin(std::string_view name) {
  const auto before = [](const BuiltinClass& row, std::string_view sought) { return row.name < sought; };
  const auto rows = BuiltinClasses();
  const auto found = std::lower_bound(rows.begin(), rows.end(), name, before);
  return found != rows.end() && found->name == name ? &*found : nullptr;
}

std::vector<HookedModule> BuiltinHookedModules() {
  std::vector<HookedModule> modules;
  for (const BuiltinClass& row : BuiltinClasses()) {
    if (*row.hooked != '\0') modules.push_back({row.name, row.hooked});
  }
  return modules;
}

VersionRange VersionsOf(const BuiltinClass& row) { return {row.since, row.until}; }

Draft DraftOf(const BuiltinClass& row, size_t file) {
  Draft draft;
  draft.head.name = row.name;
  draft.head.module = row.module;
  draft.head.export_path = row.export_path;
  draft.head.versions = VersionsOf(row);
  draft.head.file = row.file;
  draft.exported = row.exported;
  draft.head.uses_this = row.uses_this;
  draft.head.hooked = row.hooked;
  draft.head.arrivals = Split(row.arrivals);
  for (std::string& base : Split(row.bases)) {
    draft.bases.push_back({std::move(base), {file, row.index, draft.bases.size()}});
  }
  draft.properties.reserve(row.property_count);
  for (size_t i = 0; i < row.property_count; ++i) {
    draft.properties.push_back(
        {PropertyOf(kBuiltinProperties[row.first_property + i], row.name), {file, row.index, i}});
  }
  return draft;
}

}  // namespace nacd::model
