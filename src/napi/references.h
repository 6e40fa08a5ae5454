// Handles and references, freed by scope.
#pragma once

#include <node_api.h>

#include <utility>

namespace nacd::napi {

// Handles that are made in the scope are freed with it. Callbacks of the event loop need one.
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

}  // namespace nacd::napi
