// Reads the JavaScript stack as return addresses, so that call sites that were seen before are known without reading
// their frames. Without it a traced fs.stat costs more than twice a plain one. The same addresses mean the same places
// in the code until a garbage collection moves or frees code. Needs stack_sample.h and collections.h (Node 20 to 26).
// If either can't work, each key is 0, and the frames of each call are read (stack.h).
#pragma once

#include <cstdint>

#include "v8/collections.h"

namespace nacd::v8access {

class ReturnAddresses {
 public:
  // A hash of the stack, 0 where it can't be read.
  struct Key {
    uint64_t hash = 0;
    bool whole = false;  // there are no other addresses
  };
  // `collections` must live longer. Where it watches nothing, all keys are 0.
  explicit ReturnAddresses(const Collections& collections);

  // All must be called from a native function that JavaScript called.

  // Returns the key of the stack.
  Key Read() const { return Read(kFar); }
  // Returns the key of its innermost 5 addresses: those of two frames of ours, which follow each other, and of the one
  // that called them, which may lie behind two frames of builtins.
  Key ReadInnermost() const { return Read(kInnermost); }
  // Returns a hash of as many addresses as identify the innermost JavaScript frame; 0 where they can't be read.
  uint64_t ReadNear() const { return Read(kNear).hash; }

 private:
  Key Read(size_t count) const;

  // Between the innermost JavaScript frame and the native function there may be two frames of builtins, which stack
  // traces do not show (String.prototype.replace calling a function).
  static constexpr size_t kNear = 4;
  static constexpr size_t kInnermost = 5;
  static constexpr size_t kFar = 24;

  void* isolate_ = nullptr;
};

}  // namespace nacd::v8access
