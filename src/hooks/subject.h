// The subject of a call: what it is about, as a word that is the same in every run.
#pragma once

#include <string>
#include <string_view>

namespace nacd::hooks {

// Reduces a path, host or command to such a word: its last part, without digits and random parts.
std::string Subject(std::string_view text);

}  // namespace nacd::hooks
