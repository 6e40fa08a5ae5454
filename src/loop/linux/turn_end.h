// Two moments in a turn of the loop. kEnd is after the callbacks of a poll and the immediates they set, and before the
// timers: whatever a timer's callback starts is no consequence of earlier deliveries. libuv has no hook for that
// moment, so kEnd is the last of the handles that run after a poll. kBeforeImmediates is the first of these handles.
#pragma once

#include <uv.h>

#include <functional>

namespace nacd::loop {

class TurnEnd {
 public:
  enum class Moment { kBeforeImmediates, kEnd };
  // Calls `reached` on the loop's thread, once per turn of the loop. Does not keep the loop alive. Create the one for
  // kEnd first.
  TurnEnd(uv_loop_t* loop, Moment moment, std::function<void()> reached);
  // The loop must run once more for its memory to be given back.
  ~TurnEnd();
  TurnEnd(const TurnEnd&) = delete;
  TurnEnd& operator=(const TurnEnd&) = delete;

 private:
  struct Handle {
    uv_check_t check;
    std::function<void()> reached;
  };
  Handle* handle_;
};

}  // namespace nacd::loop
