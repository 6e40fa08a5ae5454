// What an operation touches, read from its name (docs/trace-format.md).
#pragma once

#include <string_view>

namespace nacd::schedule {

// Returns what `name` touches, as far as it tells: the path in brackets ("fs.stat(a.txt)@b.js:1:2#1"), else the
// connection or call that it belongs to ("connect#1" of "connect#1/ready#3"). Points into `name`.
std::string_view ResourceOf(std::string_view name);

}  // namespace nacd::schedule
