// The hash of a value in requests and responses (docs/requests-format.md, Values).
#pragma once

#include <cstdint>
#include <string_view>

namespace nacd::requests {

inline constexpr uint64_t kFnvStart = 0xcbf29ce484222325;

// 64-bit FNV-1a. `hash` continues an earlier text.
constexpr uint64_t Fnv(std::string_view text, uint64_t hash = kFnvStart) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash;
}

// Mixes `value` into a hash of several numbers.
constexpr uint64_t Mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15;
  return hash ^ hash >> 29;
}

}  // namespace nacd::requests
