// Functions that V8 calls without Node-API in between, which costs as much as V8's own part of a call out of
// JavaScript. V8 hands them their arguments in a way of each version's own: which it is, a first call tells.
#pragma once

#include <node_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "v8/handles.h"

namespace nacd::hooks {

// The native side of such a function: makes a RawCall of `info`, which V8 hands over.
using RawCallback = void (*)(const uintptr_t* info);

// A function that does something only with two arguments before its own, by which `data` is found: that has to live as
// long as the function may be called. Programs must get nothing but what these are bound to. A debugger can call it
// without them, which does nothing.
struct RawFunction {
  napi_value function = nullptr;  // null where there is no way to make one
  std::array<napi_value, 2> first{};
};

// Makes one that calls `callback` with `data`. On the environment's thread, in its own context.
RawFunction MakeRawFunction(napi_env env, RawCallback callback, void* data);

// A call of such a function. Valid while that runs.
class RawCall {
 public:
  explicit RawCall(const uintptr_t* info) : RawCall(info, layout_) {}

  // Null where those two arguments are missing.
  template <typename T>
  T* data() const {
    if (size_ < kFirst || !IsSmallInteger(0) || !IsSmallInteger(1)) return nullptr;
    return reinterpret_cast<T*>(static_cast<uintptr_t>(SmallInteger(0)) << kLowBits | SmallInteger(1));
  }
  // How many arguments were given after those first two, and these. Only where there is data().
  size_t size() const { return size_ - kFirst; }
  napi_value operator[](size_t i) const { return PlaceOf(kFirst + i); }
  // Ends the call: throws what Node-API holds as thrown, or else returns `result`; undefined where that is null.
  void Return(napi_env env, napi_value result) const {
    bool pending = false;
    napi_is_exception_pending(env, &pending);
    if (pending) {
      Throw(env);
    } else if (result) {
      *returned_ = AddressOf(result);
    }
  }

 private:
  friend RawFunction MakeRawFunction(napi_env env, RawCallback callback, void* data);

  // How V8 hands over a call. kViews, in Node 20 to 24: pointers to values of its own and to the arguments, and how
  // many these are. kFrame, in Node 26: its frame on the stack, the number first and the arguments last.
  enum class Layout { kUnknown, kViews, kFrame };

  RawCall(const uintptr_t* info, Layout layout) {
    if (layout == Layout::kFrame) {
      values_ = info + 10;
      size_ = info[0];
      returned_ = const_cast<uintptr_t*>(info) + 6;
    } else {
      values_ = reinterpret_cast<const uintptr_t*>(info[1]);
      size_ = static_cast<uint32_t>(info[2]);
      returned_ = reinterpret_cast<uintptr_t*>(info[0]) + 3;
    }
  }

  napi_value PlaceOf(size_t i) const { return reinterpret_cast<napi_value>(const_cast<uintptr_t*>(values_ + i)); }
  // V8's small integers have their value in the upper half of a word; objects' addresses have their lowest bit set.
  bool IsSmallInteger(size_t i) const { return (values_[i] & 1) == 0; }
  uint32_t SmallInteger(size_t i) const { return static_cast<uint32_t>(static_cast<uint64_t>(values_[i]) >> 32); }

  static void Throw(napi_env env);
  static Layout Learned(napi_env env);
  static void Learn(const uintptr_t* info);
  bool IsFirst(const uintptr_t* info) const;

  static constexpr size_t kFirst = 2;
  static constexpr int kLowBits = 24;
  // Set before the first function is made, and then never again.
  static inline Layout layout_ = Layout::kUnknown;

  const uintptr_t* values_;
  size_t size_;
  uintptr_t* returned_;
};

}  // namespace nacd::hooks
