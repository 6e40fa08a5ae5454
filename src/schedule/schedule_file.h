// Reads schedule files (format: docs/trace-format.md).
#pragma once

#include <string>

#include "schedule/scheduler.h"

namespace nacd::schedule {

// Reads the delays of `path` into `replay`. Returns false with a sentence in `error` (file, JSON pointer, what is
// wrong) when the file can't be read or is not valid; `replay` is not changed then.
bool ReadScheduleFile(const std::string& path, Replay* replay, std::string* error);

}  // namespace nacd::schedule
