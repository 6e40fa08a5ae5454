// What the JavaScript stack looks like as addresses: a fifth of the price of its frames with names and lines. The same
// addresses mean the same places in the code until the collector moves or frees code.
#pragma once

#include <cstdint>

#include "v8/collections.h"

namespace nacd::hooks {

class ReturnAddresses {
 public:
  // A hash of the stack, 0 where it can't be read.
  struct Key {
    uint64_t hash = 0;
    bool whole = false;  // there are no other addresses
  };
  // Keys are worth nothing where collections can't be watched: none is given then. `collections` lives longer.
  explicit ReturnAddresses(const Collections& collections);

  // All are to be called from a native function that JavaScript called.

  // The key of the stack.
  Key Read() const { return Read(kFar); }
  // A hash of as much of it as is needed to tell the innermost JavaScript frame; 0 where it can't be read.
  uint64_t ReadNear() const { return Read(kNear).hash; }

 private:
  Key Read(size_t count) const;

  // Between the innermost JavaScript frame and us there may be two of builtins that V8 does not show
  // (String.prototype.replace calling a function).
  static constexpr size_t kNear = 4;
  static constexpr size_t kFar = 24;

  void* isolate_ = nullptr;
};

}  // namespace nacd::hooks
