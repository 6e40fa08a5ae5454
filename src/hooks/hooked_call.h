// A call of a hooked function, as its native side sees it.
#pragma once

#include <node_api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hot.h"

namespace nacd::hooks {

// A call of a hooked function. If `disguise` in lib/preload/glue/disguise.js made the function, its native side is
// called like a proxy's traps: (target, this, arguments) for a call, (target, arguments, new target) for `new`. If
// `disguiseDirectly` made it, its native side gets the arguments themselves, and no `this`.
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
  // The arguments themselves if the call is direct, else null.
  napi_value* values() const { return !direct_ ? nullptr : many_.empty() ? given_.data() : many_.data(); }
  // All arguments, as a JavaScript array owned by this call.
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
  // The new.target of a call with `new`; null in any other.
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

}  // namespace nacd::hooks
