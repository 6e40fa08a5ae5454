// Replaces libc's functions in the import slots of Node and of everything else that is loaded.
#pragma once

#include <string>

namespace nacd::loop {

// Installs the replacements, once per process. Returns the reason if it fails, else an empty string.
std::string Interpose();

// For the self-check: how often libuv called the replaced functions in this thread.
struct Visits {
  int poll_fd = -1;  // the descriptor of the last poll
  int polls = 0;
  int clocks = 0;
};
Visits* CountVisits(Visits* visits);  // null: stops counting

}  // namespace nacd::loop
