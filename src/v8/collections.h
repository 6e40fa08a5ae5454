// Tells when a garbage collection may have moved or freed code: then the addresses kept by ReturnAddresses mean
// nothing. Node-API has nothing for it. Needs Isolate::AddGCEpilogueCallback and RemoveGCEpilogueCallback, public
// functions of V8 that Node 20 to 26 export. Where one is missing, watched() is false, and no address is used.
#pragma once

#include <functional>

namespace nacd::v8access {

class Collections {
 public:
  // Watches those of the calling thread's isolate. `moved` is called at the end of each except those of young objects,
  // which move no code. Must be made on the thread of the environment, and live until that runs no more JavaScript.
  explicit Collections(std::function<void()> moved);
  ~Collections();
  Collections(const Collections&) = delete;
  Collections& operator=(const Collections&) = delete;

  // False where they can't be watched.
  bool watched() const { return isolate_ != nullptr; }

 private:
  static void OnEnd(void* isolate, int kind, int flags, void* self);

  std::function<void()> moved_;
  void* isolate_ = nullptr;
};

}  // namespace nacd::v8access
