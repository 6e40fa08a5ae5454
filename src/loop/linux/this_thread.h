// State of the calling thread that the functions in place of libc's read.
#pragma once

#include "loop/linux/fast_tls.h"

namespace nacd::loop {

class Controller;
struct PoolRecorder;

inline NACD_FAST_TLS thread_local Controller* t_controller = nullptr;
inline NACD_FAST_TLS thread_local PoolRecorder* t_recorder = nullptr;

// The loop of the calling thread; null: none is controlled.
inline void SetController(Controller* controller) { t_controller = controller; }
inline Controller* CurrentController() { return t_controller; }

// Records this thread's use of mutexes and conditions; null: nothing does.
inline void SetRecorder(PoolRecorder* recorder) { t_recorder = recorder; }
inline PoolRecorder* CurrentRecorder() { return t_recorder; }

// Called when the code at `caller` makes the calling thread start another one.
void OnThreadStart(const void* caller);
// True if a thread was started by code that is neither Node's nor libuv's. Any thread.
bool HasForeignThreads();

// A call of pthread_once(3) by the code at `caller`, which lasts as long as the object.
class OnceCall {
 public:
  explicit OnceCall(const void* caller);
  ~OnceCall();
  OnceCall(const OnceCall&) = delete;
  OnceCall& operator=(const OnceCall&) = delete;
  // How many threads the calling thread has started since.
  int threads_started() const;

 private:
  friend bool StartsPoolNow();
  const OnceCall* outer_;
  const void* caller_;
  int threads_before_;
};

// True while libuv starts its worker pool in the calling thread, which waits until each new worker runs.
bool StartsPoolNow();

}  // namespace nacd::loop
