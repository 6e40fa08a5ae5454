// The descriptors of one loop by which somebody outside this process may act. Asking is cheap: the answer is kept until
// libuv watches something else or a socket changes sides.
#pragma once

#include <uv.h>

#include <cstdint>

#include "loop/linux/held_children.h"

namespace nacd::loop {

// Belongs to one loop's thread.
class OutsideWatch {
 public:
  // `loop` must outlive this. `in_runner`: this process is a test runner's worker, whose channel to its parent does not
  // count.
  OutsideWatch(const uv_loop_t* loop, bool in_runner) : loop_(loop), in_runner_(in_runner) {}

  // libuv watches other descriptors than before, or `children` hold other ones.
  void Changed() { changed_ = true; }
  // Returns whether such a descriptor is watched. Those that `children` hold are not.
  bool Any(const HeldChildren& children);

 private:
  bool IsOutside(int fd, const HeldChildren& children) const;
  bool TellsOfThisProcess(int fd) const;
  // Returns whether `fd` is the channel to the process that forked this one, and the program hears nothing of it.
  bool IsUnheard(int fd) const;

  const uv_loop_t* loop_;
  bool in_runner_;
  bool changed_ = true;
  uint64_t generation_ = 0;  // of the table of descriptors
  int found_ = -1;
  int unheard_ = -1;  // nothing tells when the program begins to listen to it
};

}  // namespace nacd::loop
