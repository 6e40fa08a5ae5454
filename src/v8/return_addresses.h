// Reads the JavaScript stack as return addresses, so that call sites that were seen before are known without reading
// their frames. Without it a traced fs.stat costs more than twice a plain one. The same addresses mean the same places
// in the code until a garbage collection moves or frees code. Needs stack_sample.h and collections.h (Node 20 to 26).
// If either can't work, each key is 0, and the frames of each call are read (stack.h).
#pragma once

#include <cstdint>

#include "v8/collections.h"
#include "v8/frame_pointers.h"

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
  // Returns the key of the innermost `count` addresses, at most kMost.
  Key Read(size_t count) const;
  // Returns a hash of as many addresses as identify the innermost JavaScript frame; 0 where they can't be read.
  uint64_t ReadNear() const { return Read(kNear).hash; }
  // Returns how many of the innermost addresses belong to `frames` frames of JavaScript or more; kMost where these are
  // all of the stack, and 0 where kMost are too few.
  size_t CountOf(size_t frames) const;
  // Returns how many addresses of `frames`, which were read in the same call, have the innermost `count` among them, or
  // all if there are fewer; 0 where they have not.
  size_t CountIn(const FramePointers& frames, size_t count) const;

 private:
  // Between the innermost JavaScript frame and the native function there may be two frames of builtins, which stack
  // traces do not show (String.prototype.replace calling a function).
  static constexpr size_t kNear = 4;
  static constexpr size_t kFar = 24;
  static constexpr size_t kMost = 64;

  void* isolate_ = nullptr;
};

}  // namespace nacd::v8access
