// Describes a task in the worker pool by the request that it is part of.
#pragma once

#include <string>

#include "loop/linux/uv_internals.h"

namespace nacd::loop {

struct TaskDescription {
  std::string what;   // "fs.open", "getaddrinfo", "work:node_sqlite3.node"
  std::string where;  // a path, relative to the working folder where it lies in it; empty: none known
  std::string file;   // its whole path, where the task opens it
  std::string addon;  // the path of the addon that queued it; empty: none did
};

// `with_path`: find out `where`, too (it costs a system call).
TaskDescription DescribeTask(uv::Work* work, bool with_path);

}  // namespace nacd::loop
