// What is ready comes one at a time, so that other callbacks, immediates and timers can come in between. Where a crowd
// is ready at once that would put its last off by as many turns of the loop as it has members, and a turn may be
// expensive: there some come in each turn, as if the poll had found only these.
#pragma once

#include <algorithm>
#include <cstddef>

namespace nacd::loop {

constexpr size_t kMostInTurn = 32;  // libuv polls at most 48 times before it goes on
constexpr size_t kPartOfCrowd = 8;
constexpr size_t kLargestCrowd = kPartOfCrowd * kMostInTurn;  // more of them make no difference

// How many of `ready` come in this turn: one, as long as they are few.
constexpr size_t ShareOfCrowd(size_t ready) { return std::clamp<size_t>(ready / kPartOfCrowd, 1, kMostInTurn); }

}  // namespace nacd::loop
