// Values of JavaScript: made, read and told apart. Plain Node-API: the hot path cannot afford exceptions.
#pragma once

#include <node_api.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace nacd::napi {

inline napi_valuetype TypeOf(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  napi_typeof(env, value, &type);
  return type;
}

inline bool IsFunction(napi_env env, napi_value value) { return value && TypeOf(env, value) == napi_function; }

inline bool IsObject(napi_env env, napi_value value) {
  if (!value) return false;
  const napi_valuetype type = TypeOf(env, value);
  return type == napi_object || type == napi_function;
}

inline napi_value Undefined(napi_env env) {
  napi_value value;
  napi_get_undefined(env, &value);
  return value;
}

inline napi_value Boolean(napi_env env, bool truth) {
  napi_value value;
  napi_get_boolean(env, truth, &value);
  return value;
}

inline napi_value Integer(napi_env env, int32_t number) {
  napi_value value;
  napi_create_int32(env, number, &value);
  return value;
}

inline napi_value Number(napi_env env, double number) {
  napi_value value;
  napi_create_double(env, number, &value);
  return value;
}

inline napi_value String(napi_env env, std::string_view text) {
  napi_value value;
  napi_create_string_utf8(env, text.data(), text.size(), &value);
  return value;
}

// An operation's name on its way through JavaScript, which only hands it on: its bytes as they are.
inline napi_value OpaqueName(napi_env env, std::string_view name) {
  napi_value value;
  napi_create_string_latin1(env, name.data(), name.size(), &value);
  return value;
}

inline bool IsTrue(napi_env env, napi_value value) {
  bool truth = false;
  return value && napi_get_value_bool(env, value, &truth) == napi_ok && truth;
}

// A string of JavaScript's. Most are short, and asking for the length first costs as much as reading: nothing is
// allocated for those. Empty where the value is no string.
template <auto Read>
class JsText {
 public:
  JsText(napi_env env, napi_value value) {
    size_t length = 0;
    if (!value || Read(env, value, few_, sizeof few_, &length) != napi_ok) return;
    view_ = {few_, length};
    if (length < sizeof few_ - kLongestCharacter) return;
    if (Read(env, value, nullptr, 0, &length) != napi_ok) return;
    many_.resize(length);
    Read(env, value, many_.data(), length + 1, &length);
    view_ = many_;
  }
  JsText(const JsText&) = delete;
  JsText& operator=(const JsText&) = delete;

  // Valid as long as this is.
  std::string_view view() const { return view_; }

 private:
  static constexpr size_t kLongestCharacter = 4;
  char few_[512];
  std::string many_;
  std::string_view view_;
};
using Utf8 = JsText<napi_get_value_string_utf8>;
// The opposite of OpaqueName().
using NameText = JsText<napi_get_value_string_latin1>;

inline std::string ToString(napi_env env, napi_value value) { return std::string(Utf8(env, value).view()); }

inline std::string NameOf(napi_env env, napi_value opaque) { return std::string(NameText(env, opaque).view()); }

// Returns a JavaScript array of `values`.
template <size_t N>
napi_value ToArray(napi_env env, const std::array<napi_value, N>& values) {
  napi_value array;
  napi_create_array_with_length(env, values.size(), &array);
  for (size_t i = 0; i < N; i++) napi_set_element(env, array, i, values[i]);
  return array;
}

}  // namespace nacd::napi
