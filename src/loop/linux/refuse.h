// Ends the process if the loop engine turns out not to work after the program has started.
#pragma once

#include <string>

namespace nacd::loop {

// Prints one line on standard error and exits with status 2. The program's exit handlers do not run, since they might
// change the status.
[[noreturn]] void Refuse(const std::string& why);

}  // namespace nacd::loop
