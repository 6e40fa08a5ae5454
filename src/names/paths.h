// Paths as names have them.
#pragma once

#include <string>

namespace nacd::names {

#ifdef _WIN32
inline constexpr bool kBackslashes = true;
#else
inline constexpr bool kBackslashes = false;
#endif

// Returns `path` with slashes, and a drive's letter in upper case. Where the system's paths have no backslashes
// (`backslashes` is false) it stays as it is. As lib/names/slashes.js.
inline std::string Slashed(std::string path, bool backslashes = kBackslashes) {
  if (!backslashes) return path;
  for (char& c : path) {
    if (c == '\\') c = '/';
  }
  const bool has_drive = path.size() >= 3 && path[1] == ':' && path[2] == '/';
  if (has_drive && path[0] >= 'a' && path[0] <= 'z') path[0] = static_cast<char>(path[0] - 'a' + 'A');
  return path;
}

}  // namespace nacd::names
