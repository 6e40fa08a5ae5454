// Paths as names have them.
#pragma once

#include <string>
#include <string_view>

namespace nacd::names {

#ifdef _WIN32
inline constexpr bool kBackslashes = true;
#else
inline constexpr bool kBackslashes = false;
#endif

// Returns `path` with slashes, and a drive's letter in upper case. Where the system's paths have no backslashes
// (`backslashes` is false) it stays as it is. As lib/names/slashes.js: test/fixtures/names/paths.json holds for both.
inline std::string Slashed(std::string path, bool backslashes = kBackslashes) {
  if (!backslashes) return path;
  for (char& c : path) {
    if (c == '\\') c = '/';
  }
  const bool has_drive = path.size() >= 3 && path[1] == ':' && path[2] == '/';
  if (has_drive && path[0] >= 'a' && path[0] <= 'z') path[0] = static_cast<char>(path[0] - 'a' + 'A');
  return path;
}

// Returns `path` relative to `directory`, with "../" for one above, if it lies in `root`, a folder that has `directory`
// in it; else as it is. Both folders end in "/". A project may lie in another folder on the next machine. As
// lib/names/project.js: test/fixtures/names/paths.json holds for both.
inline std::string RelativeTo(std::string_view directory, std::string_view root, std::string_view path) {
  if (path.starts_with(directory)) return std::string(path.substr(directory.size()));
  if (root.empty() || !path.starts_with(root) || !directory.starts_with(root)) return std::string(path);
  std::string up;
  std::string_view shared = directory;
  while (!path.starts_with(shared)) {
    shared = shared.substr(0, shared.find_last_of('/', shared.size() - 2) + 1);
    up += "../";
  }
  return up.append(path.substr(shared.size()));
}

}  // namespace nacd::names
