// Descriptors that show at once what this process does: what a write to a unix socket, a pipe, an eventfd or a watched
// folder causes there is ready before the writing call returns. Node.js sees it in its next poll, whatever else
// happens, so it cannot be held.
#pragma once

#include <cstdint>

#include "loop/linux/uv_internals.h"

namespace nacd::loop {

// Says who may have made a descriptor ready.
enum class Cause : uint8_t {
  kOthers,       // a network, a terminal, another process: may be late
  kThisProcess,  // a system call of this process, for all that is known
  kPeer,         // whoever has the other end of a unix socket or pipe
  kClient,       // whoever connects to the path of a unix socket
};

// Asks the system about `fd`, which a handle of the kind `kind` watches.
Cause CauseOf(uv::Kind kind, int fd);

// Returns whether `fd`, which is ready because of `cause`, may have been made ready by this process. Any thread.
bool IsShownAtOnce(Cause cause, int fd);

}  // namespace nacd::loop
