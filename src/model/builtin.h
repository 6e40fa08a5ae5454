// The built-in models as tables, made at build time from model/*.json by scripts/embed-model.js.
#pragma once

#include <cstdint>

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
  const char* returned_object = "";
  const char* object_property = "";
  const char* callback_objects = nullptr;  // names separated by commas; null: none
  int callback_argument = -1;
  const char* handle = "";
  const char* event = "";
  uint32_t since = 0;
  uint32_t until = UINT32_MAX;
};

struct BuiltinClass {
  const char* name;
  const char* bases = nullptr;  // names separated by commas; null: none
  const char* module = "";
  const char* export_path = "";
  bool exported = true;
  uint32_t since = 0;
  uint32_t until = UINT32_MAX;
  const char* file;
  size_t index;           // which class of the file it is
  size_t property_count;  // its properties follow those of the class before
};

// Adds all built-in classes to `drafts`, which must be empty.
void AddBuiltinClasses(Drafts* drafts);

}  // namespace nacd::model
