// Garbage collections, which move objects and code.
#pragma once

#include <functional>

namespace nacd::hooks {

class Collections {
 public:
  // Watches those of the calling thread's isolate. `moved` is called at the end of each that may have moved or freed
  // code: all but those of young objects. On the thread of the environment; lives as long as that has no more
  // JavaScript to run.
  explicit Collections(std::function<void()> moved);
  ~Collections();
  Collections(const Collections&) = delete;
  Collections& operator=(const Collections&) = delete;

  // False where they can't be watched: then nothing is known of any.
  bool watched() const { return isolate_ != nullptr; }

 private:
  static void OnEnd(void* isolate, int kind, int flags, void* self);

  std::function<void()> moved_;
  void* isolate_ = nullptr;
};

}  // namespace nacd::hooks
