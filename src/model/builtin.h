// Holds the built-in models as tables. scripts/embed-model.js makes them from model/*.json at build time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "model/draft.h"

namespace nacd::model {

struct BuiltinProperty {
  const char* name;
  uint32_t patterns;
  bool postpone_action = false;
  bool connected_callbacks = false;
  bool alternative = false;
  bool pauses = false;
  bool cancels = false;
  bool timer = false;
  bool covers = false;
  bool received = false;
  bool idle_timer = false;
  bool immediate = false;
  bool held_by_hooks = false;
  ThreadSource thread = ThreadSource::kNone;
  int options_argument = -1;
  const char* returned_object = "";
  const char* object_property = "";
  const char* callback_objects = nullptr;  // names separated by commas; null: none
  int callback_argument = -1;
  const char* handle = "";
  const char* event = "";
  const char* arguments = "";  // separated by spaces
  uint32_t since = 0;
  uint32_t until = UINT32_MAX;
};

struct BuiltinClass {
  std::string_view name;
  const char* bases = nullptr;   // names separated by commas; null: none
  std::string_view module = "";  // set also where the file leaves it to the name
  const char* export_path = "";
  bool exported = true;
  bool uses_this = true;
  const char* hooked = "";
  const char* arrivals = nullptr;  // names separated by commas; null: none
  uint32_t since = 0;
  uint32_t until = UINT32_MAX;
  const char* file;
  size_t index;           // of the class within the file
  size_t first_property;  // index of the first one in the table of properties
  size_t property_count;
};

// Returns all built-in classes, by their names in ascending order.
std::span<const BuiltinClass> BuiltinClasses();
// Returns the class named `name`, or null.
const BuiltinClass* FindBuiltin(std::string_view name);
VersionRange VersionsOf(const BuiltinClass& row);
// Returns a draft of the class. `file` is the index of row.file in Drafts::files.
Draft DraftOf(const BuiltinClass& row, size_t file);

}  // namespace nacd::model
