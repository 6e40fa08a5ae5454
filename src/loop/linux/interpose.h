// The functions that stand in for libc's in the import slots of Node and of everything else that is loaded.
#pragma once

#include <string>

#include "loop/linux/pool.h"

namespace nacd::loop {

class Controller;

// Puts them in place, once a process. Returns why it can't, or an empty string.
std::string Interpose();
// After a dlopen() somewhere: gives the new objects the same. Cheap when there was none.
void RepatchAfterDlopen();

// The loop of the calling thread; null: none is controlled. Returns what it was.
Controller* SetController(Controller* controller);
Controller* CurrentController();

// True if libuv starts its worker pool in the calling thread, which waits for each new worker to run.
bool StartsPoolNow();

// True if a thread was started by code that is neither Node's nor libuv's. Any thread.
bool HasForeignThreads();

// True if `code` is libuv's, c-ares' or Node's own. Any thread.
bool IsOfNode(const void* code);

// Gives `recorder` the calling thread's use of mutexes and conditions; null: ends that.
void SetRecorder(Pool::Recorder* recorder);

// For the self-check: how often libuv called the replaced functions, in this thread.
struct Visits {
  int poll_fd = -1;  // the descriptor of the last poll
  int polls = 0;
  int clocks = 0;
  int mutexes = 0;
};
Visits* CountVisits(Visits* visits);  // null: count no more

}  // namespace nacd::loop
