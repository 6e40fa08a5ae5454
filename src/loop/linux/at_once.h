// Descriptors that become ready as soon as this process acts: a write to a unix socket, a pipe or an eventfd, or a
// change in a watched folder, is visible before the system call returns. Node.js always sees it in its next poll, so
// it cannot be held.
#pragma once

#include <cstdint>

#include "loop/linux/uv_internals.h"

namespace nacd::loop {

// The possible causes of a descriptor's readiness.
enum class Cause : uint8_t {
  kOthers,       // a network, a terminal, another process: these may be late
  kThisProcess,  // presumably a system call of this process
  kPeer,         // the other end of a unix socket or pipe
  kClient,       // a client that connects to a unix socket's path
};

// Asks the system about `fd`, which a handle of this kind watches.
Cause CauseOf(uv::Kind kind, int fd);

// Returns whether this process may have made `fd` ready, given the `cause`. Any thread.
bool IsShownAtOnce(Cause cause, int fd);

}  // namespace nacd::loop
