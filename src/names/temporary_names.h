// Folders whose names end in random letters (mkdtemp), so that operations named after them have the same names in each
// run. Process-wide; may be called on any thread.
#pragma once

#include <string>
#include <string_view>

namespace nacd::names {

// Records that a folder was made whose path ends in six random letters.
void AddTemporary(std::string_view path);
// Returns `path` with "*" for the random letters in each of its parts.
std::string WithoutRandomLetters(std::string_view path);

// Returns true if such a folder is a part of `path`.
bool IsInTemporary(std::string_view path);

}  // namespace nacd::names
