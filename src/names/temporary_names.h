// Names of folders that end in letters of chance (mkdtemp), so that what is named after them is the same in each run.
// Process-wide, any thread.
#pragma once

#include <string>
#include <string_view>

namespace nacd::loop {

// A folder was made whose path ends in six letters of chance.
void AddTemporary(std::string_view path);
// `path` with "*" for the letters of chance in each of its parts.
std::string WithoutChance(std::string_view path);

}  // namespace nacd::loop
