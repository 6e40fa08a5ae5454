// The frame by which JavaScript called out, read from where V8 itself keeps it: a hundredth of the price of a sample of
// the stack. V8 tells nobody where that is, so it is learned by comparing with samples, and not used until several have
// agreed.
#pragma once

#include <cstdint>
#include <vector>

#include "v8/builtin_code.h"

namespace nacd::hooks {

class ExitFrame {
 public:
  // `builtins` must outlive this.
  explicit ExitFrame(const BuiltinCode* builtins) : builtins_(builtins) {}

  // The address in compiled code to which the native function that is running now returns, which JavaScript called; 0
  // where that is not known, or where code that is no compiled JavaScript called (a builtin, the interpreter). On the
  // thread of the isolate.
  uintptr_t Caller() const;

  // Compares with a sample: `caller` is the innermost address in it, which is in no builtin. Called from the same place
  // as Caller(). Costs next to nothing once it knows, or has given up.
  void Learn(const void* isolate, uintptr_t caller);

 private:
  // The address to which the frame at `frame` returns, if it is in compiled code; else 0.
  uintptr_t CompiledCaller(uintptr_t frame) const;

  const BuiltinCode* builtins_;
  const uintptr_t* place_ = nullptr;          // where V8 keeps the frame's address
  std::vector<const uintptr_t*> candidates_;  // what may be that place
  int samples_ = 0;
  int agreed_ = 0;
};

}  // namespace nacd::hooks
