// Random numbers that are a pure function of their inputs: no stream is shared, so order does not matter.
#pragma once

#include <cstdint>

namespace nacd::schedule {

// SplitMix64's finalizer (Steele, Lea, Flood 2014): each input bit changes each output bit with probability 1/2.
inline uint64_t Mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// Returns a number in [0, 1) for `name` (a hash) under `seed`; each `draw` of a name is another number.
inline double UnitRandom(uint64_t seed, uint64_t name, uint64_t draw) {
  return static_cast<double>(Mix(Mix(Mix(seed) ^ name) + draw) >> 11) * 0x1.0p-53;
}

}  // namespace nacd::schedule
