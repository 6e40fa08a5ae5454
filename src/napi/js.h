// A few words for what the hooks say to JavaScript all the time. Plain Node-API: the hot path can't afford exceptions.
#pragma once

#include <node_api.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hot.h"

namespace nacd::hooks {

// The arguments of a native call. As many as are usual lie on the stack; those that are not given are undefined.
template <size_t Usual = 8>
class Arguments {
 public:
  Arguments(napi_env env, napi_callback_info info) {
    count_ = few_.size();
    napi_get_cb_info(env, info, &count_, few_.data(), nullptr, &data_);
    if (count_ <= few_.size()) return;
    many_.resize(count_);
    napi_get_cb_info(env, info, &count_, many_.data(), nullptr, &data_);
  }

  size_t size() const { return count_; }
  napi_value* data() { return many_.empty() ? few_.data() : many_.data(); }
  napi_value& operator[](size_t i) { return data()[i]; }
  template <typename T>
  T* hook() const {
    return static_cast<T*>(data_);
  }

 private:
  std::array<napi_value, Usual> few_;
  std::vector<napi_value> many_;
  size_t count_;
  void* data_;
};

// A call of a hooked function. The native side of a function that `disguise` in lib/preload/glue/properties.js made is
// called as a proxy's traps are: (target, this, arguments) for a call, (target, arguments, new target) for `new`. The
// native side of one that `disguiseDirectly` made gets the arguments themselves, and no `this`.
class HookedCall {
 public:
  struct Direct {};

  HookedCall(napi_env env, napi_callback_info info, Direct) : env_(env), direct_(true) {
    size_t count = given_.size();
    napi_get_cb_info(env, info, &count, given_.data(), nullptr, &data_);
    size_ = static_cast<uint32_t>(count);
    if (count <= given_.size()) return;
    many_.resize(count);
    napi_get_cb_info(env, info, &count, many_.data(), nullptr, &data_);
  }

  HookedCall(napi_env env, napi_callback_info info) : env_(env) {
    size_t count = 3;
    napi_get_cb_info(env, info, &count, given_.data(), nullptr, &data_);
    bool is_call = false;
    napi_is_array(env, given_[2], &is_call);
    is_new_ = !is_call;
    napi_get_array_length(env, array(), &size_);
  }

  size_t size() const { return size_; }
  napi_value operator[](size_t i) const {
    if (direct_) return values()[i];
    napi_value value = nullptr;
    napi_get_element(env_, array(), static_cast<uint32_t>(i), &value);
    return value;
  }
  void Set(size_t i, napi_value value) const {
    if (direct_) {
      values()[i] = value;
    } else {
      napi_set_element(env_, array(), static_cast<uint32_t>(i), value);
    }
  }
  // The arguments themselves, where the call is direct; else null.
  napi_value* values() const { return !direct_ ? nullptr : many_.empty() ? given_.data() : many_.data(); }
  // All arguments, as a JavaScript array that belongs to this call.
  NACD_APART napi_value array() const {
    if (!direct_) return is_new_ ? given_[1] : given_[2];
    napi_value array = nullptr;
    napi_create_array_with_length(env_, size_, &array);
    for (uint32_t i = 0; i < size_; i++) napi_set_element(env_, array, i, values()[i]);
    return array;
  }
  // `this`; undefined in a direct call or one with `new`.
  napi_value self() const {
    if (!is_new_ && !direct_) return given_[1];
    napi_value undefined = nullptr;
    napi_get_undefined(env_, &undefined);
    return undefined;
  }
  // What `new` was called on; null in a call without it.
  napi_value new_target() const { return is_new_ ? given_[2] : nullptr; }
  template <typename T>
  T* hook() const {
    return static_cast<T*>(data_);
  }

 private:
  napi_env env_;
  mutable std::array<napi_value, 8> given_{};
  mutable std::vector<napi_value> many_;
  bool direct_ = false;
  bool is_new_ = false;
  uint32_t size_ = 0;
  void* data_ = nullptr;
};

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
// What OpaqueName() was given.
using NameText = JsText<napi_get_value_string_latin1>;

inline std::string ToString(napi_env env, napi_value value) { return std::string(Utf8(env, value).view()); }

inline std::string NameOf(napi_env env, napi_value opaque) { return std::string(NameText(env, opaque).view()); }

// Returns the property, or null where reading it throws (the exception is dropped).
inline napi_value Get(napi_env env, napi_value object, const char* name) {
  napi_value value = nullptr;
  if (napi_get_named_property(env, object, name, &value) == napi_ok) return value;
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (pending) napi_get_and_clear_last_exception(env, &value);
  return nullptr;
}

// Calls `function`. Returns null when it throws; the exception is pending then and reaches the caller of the hook. Null
// as well where an argument is.
inline napi_value Call(napi_env env, napi_value self, napi_value function, size_t count, const napi_value* arguments) {
  // What could not be made at the end of the stack: V8 would crash.
  if (std::find(arguments, arguments + count, napi_value()) != arguments + count) return nullptr;
  napi_value result = nullptr;
  napi_call_function(env, self, function, count, arguments, &result);
  return result;
}

template <size_t N>
napi_value Call(napi_env env, napi_value self, napi_value function, const std::array<napi_value, N>& arguments) {
  return Call(env, self, function, N, arguments.data());
}

// Forgets what Node-API holds as thrown: it would be thrown when the native function returns, or, where V8 has an
// exception of its own by then, in its place.
NACD_APART inline void Forget(napi_env env) {
  bool pending = false;
  napi_value error = nullptr;
  napi_is_exception_pending(env, &pending);
  if (pending) napi_get_and_clear_last_exception(env, &error);
}

// As Call(), for what can be done without: at the end of the stack every function throws. Null then; nothing is
// pending.
template <size_t N>
napi_value Ask(napi_env env, napi_value function, const std::array<napi_value, N>& arguments) {
  napi_value result = Call(env, Undefined(env), function, arguments);
  if (!result) Forget(env);
  return result;
}

// Returns a JavaScript array of `values`.
template <size_t N>
napi_value ToArray(napi_env env, const std::array<napi_value, N>& values) {
  napi_value array;
  napi_create_array_with_length(env, values.size(), &array);
  for (size_t i = 0; i < N; i++) napi_set_element(env, array, i, values[i]);
  return array;
}

// What is made in it goes with it: for what the event loop calls.
class HandleScope {
 public:
  explicit HandleScope(napi_env env) : env_(env) { napi_open_handle_scope(env, &scope_); }
  HandleScope(const HandleScope&) = delete;
  HandleScope& operator=(const HandleScope&) = delete;
  ~HandleScope() {
    if (scope_) napi_close_handle_scope(env_, scope_);
  }

 private:
  napi_env env_;
  napi_handle_scope scope_ = nullptr;
};

// A strong reference. Must be dropped on the thread of its environment, while that lives.
class Reference {
 public:
  Reference() = default;
  Reference(napi_env env, napi_value value) : env_(env) { napi_create_reference(env, value, 1, &reference_); }
  Reference(Reference&& other) noexcept : env_(other.env_), reference_(other.reference_) { other.reference_ = nullptr; }
  Reference& operator=(Reference&& other) noexcept {
    std::swap(env_, other.env_);
    std::swap(reference_, other.reference_);
    return *this;
  }
  ~Reference() {
    if (reference_) napi_delete_reference(env_, reference_);
  }

  napi_value Value() const {
    napi_value value = nullptr;
    napi_get_reference_value(env_, reference_, &value);
    return value;
  }

 private:
  napi_env env_ = nullptr;
  napi_ref reference_ = nullptr;
};

}  // namespace nacd::hooks
