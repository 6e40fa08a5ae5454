// The arguments of a native function.
#pragma once

#include <node_api.h>

#include <array>
#include <cstddef>
#include <vector>

namespace nacd::napi {

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

}  // namespace nacd::napi
