// Functions that V8 calls without Node-API in between, which costs as much as V8's own part of a call out of
// JavaScript. V8 hands them their arguments in a way of each version's own: which it is, a first call tells.
#pragma once

#include <node_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace nacd::hooks {

// The native side of such a function: makes a RawCall of `info`, which V8 hands over.
using RawCallback = void (*)(const uintptr_t* info);

// A function that is of use only with two arguments before its own: then `data` is there, which has to live as long as
// it may be called. Programs must not see it, but what is bound to it.
struct RawFunction {
  napi_value function = nullptr;  // null where there is no way to make one
  std::array<napi_value, 2> first{};
};

RawFunction MakeRawFunction(napi_env env, RawCallback callback, void* data);

// A call of such a function. Valid while that runs.
class RawCall {
 public:
  explicit RawCall(const uintptr_t* info);

  template <typename T>
  T* data() const {
    return reinterpret_cast<T*>(static_cast<uintptr_t>(Integer(0)) << kLowBits | Integer(1));
  }
  // The arguments after those first two; how many were given.
  size_t size() const { return size_ < kOwn ? 0 : size_ - kOwn; }
  napi_value operator[](size_t i) const { return PlaceOf(kOwn + i); }
  // Ends the call: throws what Node-API holds as thrown, or else returns `result`; undefined where that is null.
  void Return(napi_env env, napi_value result) const;

 private:
  friend RawFunction MakeRawFunction(napi_env env, RawCallback callback, void* data);

  static constexpr size_t kOwn = 2;
  static constexpr int kLowBits = 24;

  napi_value PlaceOf(size_t i) const { return reinterpret_cast<napi_value>(const_cast<uintptr_t*>(values_ + i)); }
  // V8's small integers have their value in the upper half of a word.
  uint32_t Integer(size_t i) const { return static_cast<uint32_t>(static_cast<uint64_t>(values_[i]) >> 32); }

  const uintptr_t* values_;
  size_t size_;
  uintptr_t* returned_;
};

}  // namespace nacd::hooks
