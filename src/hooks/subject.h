// The subject of a call: the thing it is about, in a word that is the same in each run.
#pragma once

#include <string>
#include <string_view>

namespace nacd::hooks {

// Reduces a path, host or command to such a word: its last part, digits and random parts out.
std::string Subject(std::string_view text);

}  // namespace nacd::hooks
