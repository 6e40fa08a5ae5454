// The listeners of this process on ports that the kernel chose, for as long as nobody outside knows the port.
// Lock-free, since signal handlers write bytes, too.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nacd::loop {

class SecretPorts {
 public:
  // Returns false if there are too many: then the port counts as known.
  static bool Add(int listener, uint16_t port);
  // Returns whether the listener was there.
  static bool Remove(int listener);
  // Removes one listener whose port stands in `data` as decimal text; returns it, or -1: none.
  static int FindIn(const void* data, size_t size);
  static bool any();
};

}  // namespace nacd::loop
