// Bytes, connections and ends of streams in flight between two TCP sockets of this process. The kernel usually
// delivers over loopback at once, but it may delay small writes (Nagle), drop what does not fit, or be late.
#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "loop/linux/descriptor_set.h"

namespace nacd::loop {

// The first three take no lock, since signal handlers and the children of fork() write and close, too.
class InFlight {
 public:
  // Called when a connection was begun, or bytes were written, on `fd`, a socket with both ends in this process.
  // Cheap.
  void Written(int fd);
  // Called when the other end of `peer` was closed.
  void Closed(int peer);
  // Called when `fd` is gone.
  void Forget(int fd);
  // True if nothing will arrive at another end until somebody in this process acts. Costs one or two system calls for
  // each socket with undelivered bytes.
  bool Settled();
  // Returns whether bytes written here are still in flight. Any thread.
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
