// The built-in models as tables, made at build time from model/*.json by scripts/embed-model.js.
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
  std::string_view module = "";  // also where the file leaves it to the name
  const char* export_path = "";
  bool exported = true;
  bool uses_this = true;
  const char* hooked = "";
  const char* arrivals = nullptr;  // names separated by commas; null: none
  uint32_t since = 0;
  uint32_t until = UINT32_MAX;
  const char* file;
  size_t index;           // which class of the file it is
  size_t first_property;  // where its properties begin
  size_t property_count;
};

// All of them, by their names in ascending order.
std::span<const BuiltinClass> BuiltinClasses();
// The class named `name`, or null.
const BuiltinClass* FindBuiltin(std::string_view name);
VersionRange VersionsOf(const BuiltinClass& row);
// `file`: the number of row.file among the files of the drafts it is for.
Draft DraftOf(const BuiltinClass& row, size_t file);

}  // namespace nacd::model
