// Reads schedule files (format: docs/trace-format.md).
#pragma once

#include <string>

#include "schedule/scheduler.h"

namespace nacd::schedule {

// Reads the delays of `path` into `replay`. Returns false with a sentence in `error` (file, JSON pointer, what is
// wrong) when the file can't be read or is not valid; `replay` is not changed then. `main_thread`: it is for the main
// thread of a process; delays that only workers had are left out, and for a worker those that only main threads had.
bool ReadScheduleFile(const std::string& path, Replay* replay, std::string* error, bool main_thread = true,
                      const std::string& place = "0", const std::string& folder = {});

}  // namespace nacd::schedule
