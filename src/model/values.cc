#include "model/values.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace nacd::model {
namespace {

using Json = nlohmann::json;

constexpr int kMostArguments = 32;

std::string Quoted(const Json& value) {
  constexpr size_t kLongest = 60;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= kLongest ? text : std::string(value.type_name());
}

}  // namespace

bool Fault::Set(const Place& place, const std::string& message) {
  *error_ = {file_, place.Pointer(), message};
  return false;
}

bool Fault::WrongType(const Place& place, const Json& value, const std::string& allowed) {
  return Set(place, "is " + Quoted(value) + "; " + allowed + " is allowed");
}

bool ReadString(const Json& value, const Place& place, std::string* out, Fault* fault) {
  if (!value.is_string() || value.get_ref<const std::string&>().empty()) {
    return fault->WrongType(place, value, "a string that is not empty");
  }
  *out = value.get_ref<const std::string&>();
  return true;
}

bool ReadStrings(const Json& value, const Place& place, std::vector<std::string>* out, Fault* fault) {
  if (!value.is_array()) return fault->WrongType(place, value, "an array of strings");
  out->clear();
  for (size_t i = 0; i < value.size(); ++i) {
    if (!value[i].is_string()) return fault->WrongType(Place(place, i), value[i], "a string");
    out->push_back(value[i].get_ref<const std::string&>());
  }
  return true;
}

bool ReadBool(const Json& value, const Place& place, bool* out, Fault* fault) {
  if (!value.is_boolean()) return fault->WrongType(place, value, "true or false");
  *out = value.get<bool>();
  return true;
}

bool ReadIndex(const Json& value, const Place& place, int* out, Fault* fault) {
  if (!value.is_number_unsigned() || value.get<uint64_t>() >= kMostArguments) {
    return fault->WrongType(place, value, "a whole number from 0 to 31");
  }
  *out = value.get<int>();
  return true;
}

bool ReadWord(const Json& value, const Place& place, std::span<const std::string_view> words, std::string* out,
              Fault* fault) {
  const bool known =
      value.is_string() && std::find(words.begin(), words.end(), value.get_ref<const std::string&>()) != words.end();
  if (known) return ReadString(value, place, out, fault);
  std::string list;
  for (std::string_view word : words) list += (list.empty() ? "\"" : ", \"") + std::string(word) + '"';
  return fault->WrongType(place, value, "one of " + list);
}

bool ReadVersion(const Json& value, const Place& place, uint32_t* out, Fault* fault) {
  if (value.is_string() && ParseVersion(value.get_ref<const std::string&>(), out)) return true;
  return fault->WrongType(place, value, "a version such as \"18.3.0\"");
}

}  // namespace nacd::model
