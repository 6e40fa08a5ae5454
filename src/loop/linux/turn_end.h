// Two moments in a turn of the loop. The end is between the callbacks of what a poll brought, with the immediates that
// these have set, and the timers: what a timer's callback starts is no consequence of what was delivered before it.
// libuv has no place for that, so it is the last of the handles that run after a poll. The other moment is the first of
// these handles, before the immediates.
#pragma once

#include <uv.h>

#include <functional>

namespace nacd::loop {

class TurnEnd {
 public:
  enum class Moment { kBeforeImmediates, kEnd };
  // `reached` is called on the loop's thread, once each turn of the loop. Does not keep the loop alive. The end has to
  // be made first.
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
