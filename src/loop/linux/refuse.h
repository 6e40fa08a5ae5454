// The end of a process in which the loop engine turns out not to work after the program has started.
#pragma once

#include <string>

namespace nacd::loop {

// One line on standard error, exit status 2. No handler of the program's runs, which might change the status.
[[noreturn]] void Refuse(const std::string& why);

}  // namespace nacd::loop
