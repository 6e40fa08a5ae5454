// Bytes that a line of JSON has to hold, whatever they are.
#pragma once

#include <string>
#include <string_view>

namespace nacd::trace {

// Returns whether `bytes` are UTF-8: no longer forms than needed, no surrogates, nothing beyond U+10FFFF.
bool IsUtf8(std::string_view bytes);

std::string Base64(std::string_view bytes);

}  // namespace nacd::trace
