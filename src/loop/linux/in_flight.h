// Bytes, connections and ends of streams that are on their way between two TCP sockets of this process. The kernel
// delivers over loopback at once as a rule, but may keep small writes back (Nagle), drop what does not fit, or be late.
#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "loop/linux/descriptor_set.h"

namespace nacd::loop {

// The first three take no lock: signal handlers and the children of fork() write and close, too.
class InFlight {
 public:
  // A connection was begun or bytes were written on `fd`, a socket with both ends in this process. Cheap.
  void Written(int fd);
  // The other end of `peer` was closed.
  void Closed(int peer);
  // `fd` is gone.
  void Forget(int fd);
  // True when nothing comes at another end before somebody in this process acts. Costs a system call or two for each
  // socket that was written on and whose other end has not got everything yet.
  bool Settled();
  // Returns whether bytes that were written here are on their way. Any thread.
  bool Moving();

 private:
  bool IsMoving();
  bool HasEnded(int fd);

  DescriptorSet written_;
  DescriptorSet ended_;                  // whose other end was closed
  std::mutex mutex_;                     // the other loops look too: what they read may make ours go on
  std::unordered_map<int, int> checks_;  // of each that has ended
  std::vector<int> looked_at_;
};

}  // namespace nacd::loop
