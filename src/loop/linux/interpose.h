// Replaces libc's functions in the import slots of Node and of everything else that is loaded.
#pragma once

#include <string>

#include "loop/linux/pool.h"

namespace nacd::loop {

class Controller;

// Installs the replacements, once per process. Returns the reason if it fails, else an empty string.
std::string Interpose();
// Call after a dlopen(): patches the new objects, too. Cheap if there are none.
void RepatchAfterDlopen();

// The loop of the calling thread; null: none is controlled. Returns what it was.
Controller* SetController(Controller* controller);
Controller* CurrentController();

// True while libuv starts its worker pool in the calling thread, which waits until each new worker runs.
bool StartsPoolNow();

// True if a thread was started by code that is neither Node's nor libuv's. Any thread.
bool HasForeignThreads();

// True if `code` belongs to libuv, c-ares or Node itself. Any thread.
bool IsOfNode(const void* code);

// Reports the calling thread's use of mutexes and conditions to `recorder`; null: stops that.
void SetRecorder(Pool::Recorder* recorder);

// For the self-check: how often libuv called the replaced functions in this thread.
struct Visits {
  int poll_fd = -1;  // the descriptor of the last poll
  int polls = 0;
  int clocks = 0;
};
Visits* CountVisits(Visits* visits);  // null: stops counting

}  // namespace nacd::loop
