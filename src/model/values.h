// Reads one JSON value into a C++ value, or reports a fault that says what is allowed there.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/classes.h"
#include "model/place.h"

namespace nacd::model {

// Receives a fault of `file`. Both functions return false, for `return fault->Set(...)`.
class Fault {
 public:
  Fault(const std::string& file, Error* error) : file_(file), error_(error) {}
  bool Set(const Place& place, const std::string& message);
  bool WrongType(const Place& place, const nlohmann::json& value, const std::string& allowed);

 private:
  const std::string& file_;
  Error* error_;
};

bool ReadString(const nlohmann::json& value, const Place& place, std::string* out, Fault* fault);
bool ReadStrings(const nlohmann::json& value, const Place& place, std::vector<std::string>* out, Fault* fault);
bool ReadBool(const nlohmann::json& value, const Place& place, bool* out, Fault* fault);
bool ReadIndex(const nlohmann::json& value, const Place& place, int* out, Fault* fault);
// Reads a string that must be one of `words`.
bool ReadWord(const nlohmann::json& value, const Place& place, std::span<const std::string_view> words,
              std::string* out, Fault* fault);
bool ReadVersion(const nlohmann::json& value, const Place& place, uint32_t* out, Fault* fault);

}  // namespace nacd::model
