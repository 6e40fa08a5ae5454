// What a call is about, in a word that is the same in each run.
#pragma once

#include <node_api.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "v8/collections.h"

namespace nacd::hooks {

// Reduces a path, host or command to such a word: its last part, digits and random parts out.
std::string Subject(std::string_view text);

// Has texts looked up without being copied.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// The subjects of the latest texts: a program comes back to its files, and most often with the very same string. To
// read a string of JavaScript's costs as much as all the rest of a name.
class Subjects {
 public:
  Subjects(napi_env env, const Collections* collections);

  // Returns the subject of a value that JavaScript handed over; empty where it is no string, or null. Valid until the
  // next call.
  std::string_view Of(napi_value text);

 private:
  // An object is at its address, and no other one, until the collector has run. Strings do not change.
  struct ByObject {
    uintptr_t address = 0;
    std::string_view subject;  // in `by_text_`
  };

  std::string_view Of(std::string_view text);
  // Reads the text, and keeps its subject in `known` where that is not null.
  std::string_view Read(napi_value text, ByObject* known);
  void Forget();

  napi_env env_;
  const Collections* collections_;
  bool knows_objects_;
  uint64_t collections_seen_ = 0;
  std::array<ByObject, 64> by_object_{};
  std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> by_text_;
  std::string long_subject_;
};

}  // namespace nacd::hooks
