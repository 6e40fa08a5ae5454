// The subjects of strings that JavaScript passes; see subject.h.
#pragma once

#include <node_api.h>

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace nacd::hooks {

// Allows lookups without copying the string.
struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// Caches the subjects of the latest strings, since a program comes back to its files.
class Subjects {
 public:
  explicit Subjects(napi_env env) : env_(env) {}

  // Returns the subject of a value from JavaScript; empty if it is not a string, or null. Valid until the next call.
  std::string_view Of(napi_value text);

 private:
  std::string_view Of(std::string_view text);

  napi_env env_;
  std::unordered_map<std::string, std::string, TextHash, std::equal_to<>> by_text_;
  std::string long_subject_;
};

}  // namespace nacd::hooks
