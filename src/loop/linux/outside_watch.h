// The descriptors of one loop through which somebody outside this process may act. Asking is cheap: the answer is
// cached until libuv watches something else or a socket moves between inside and outside.
#pragma once

#include <uv.h>

#include <cstdint>

#include "loop/linux/held_children.h"

namespace nacd::loop {

// Belongs to one loop's thread.
class OutsideWatch {
 public:
  // `loop` must outlive this. `in_runner`: this process is a test runner's worker, so its channel to its parent does
  // not count.
  OutsideWatch(const uv_loop_t* loop, bool in_runner) : loop_(loop), in_runner_(in_runner) {}

  // Called when libuv watches other descriptors than before, or `children` hold others.
  void Changed() { changed_ = true; }
  // Returns whether such a descriptor is watched. Those held by `children` do not count.
  bool Any(const HeldChildren& children);

 private:
  bool IsOutside(int fd, const HeldChildren& children) const;
  bool TellsOfThisProcess(int fd) const;
  // Returns whether `fd` is the channel to the process that forked this one, and the program does not listen to it.
  bool IsUnheard(int fd) const;

  const uv_loop_t* loop_;
  bool in_runner_;
  bool changed_ = true;
  uint64_t generation_ = 0;  // of the table of descriptors
  int found_ = -1;
  int unheard_ = -1;  // we get no notice when the program begins to listen to it
};

}  // namespace nacd::loop
