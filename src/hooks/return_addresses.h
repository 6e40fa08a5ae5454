// What the JavaScript stack looks like as addresses: a fifth of the price of its frames with names and lines. The same
// addresses mean the same places in the code until the collector moves or frees code.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace nacd::hooks {

class ReturnAddresses {
 public:
  // Two hashes of the stack, 0 where it can't be read.
  struct Keys {
    uint64_t near = 0;   // of the innermost kNear addresses: enough to tell the innermost JavaScript frame
    uint64_t far = 0;    // of the innermost kFar ones
    bool whole = false;  // there are no others
  };
  static constexpr size_t kNear = 4;
  static constexpr size_t kFar = 24;

  // `moved` is called when the keys seen before may from now on mean other places. On the thread of the environment;
  // lives as long as that has no more JavaScript to run.
  explicit ReturnAddresses(std::function<void()> moved);
  ~ReturnAddresses();
  ReturnAddresses(const ReturnAddresses&) = delete;
  ReturnAddresses& operator=(const ReturnAddresses&) = delete;

  // To be called from a native function that JavaScript called.
  Keys Read() const;

 private:
  static void OnCollected(void* isolate, int kind, int flags, void* self);

  std::function<void()> moved_;
  void* isolate_ = nullptr;
};

}  // namespace nacd::hooks
