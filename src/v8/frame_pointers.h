// Reads the return addresses on the native stack by its chain of frame pointers, at a twentieth of the cost of V8's own
// sample (stack_sample.h): these are some stores a frame. Knows nothing of V8's frames. An address of machine code that
// V8 has made says which call of which function it is; one of V8's interpreter says nothing. So Covers() compares them
// with V8's sample of the same stack, once for each stack.
//
// Only memory of the stack is read. Where the chain ends early, or the system tells no bounds of the stack (other ones
// than Linux), there are fewer addresses, and V8's sample is taken each time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace nacd::v8access {

// Belongs to the thread that made it.
class FramePointers {
 public:
  static constexpr size_t kMost = 32;

  FramePointers();

  // Has Read() begin at `frame`, __builtin_frame_address(0) of the native function that JavaScript called: the
  // addresses do not depend on where that looks. To be called before Read().
  void BeginAt(void* frame);
  // Reads the innermost `count` addresses, at most kMost; of those that were read since BeginAt() nothing is read
  // again, so `count` has to be the same or larger. Returns a hash of them, 0 where there are none.
  uint64_t Read(size_t count);
  // Returns how many of the innermost addresses of the last Read() have all `size` addresses of V8's sample among them,
  // in their order; 0 where they have not.
  size_t Covers(const uintptr_t* sampled, size_t size) const;

 private:
  const void* next_ = nullptr;  // frame
  uintptr_t before_ = 0;        // the frame that was read last
  uint64_t hash_ = 0;
  uintptr_t end_ = 0;  // of the stack's memory; 0: not known
  std::array<uintptr_t, kMost> addresses_{};
  size_t size_ = 0;
};

}  // namespace nacd::v8access
