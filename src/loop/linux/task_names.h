// Describes a task in the worker pool by the request it belongs to.
#pragma once

#include <string>

#include "loop/linux/uv_internals.h"

namespace nacd::loop {

struct TaskDescription {
  std::string what;   // "fs.open", "getaddrinfo", "work:node_sqlite3.node"
  std::string where;  // a path, relative to the working folder if inside it; empty: unknown
  std::string file;   // its full path, if the task opens it
  std::string addon;  // the path of the addon that queued it; empty: none did
};

// `with_path`: also determine `where` (costs a system call).
TaskDescription DescribeTask(uv::Work* work, bool with_path);

}  // namespace nacd::loop
