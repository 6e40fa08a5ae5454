// Ready operations are delivered one per turn of the loop, so that other callbacks, immediates and timers can run in
// between. With a thousand ready at once that would take a thousand turns, and a turn may be expensive. So a turn
// delivers a batch of them, as if the poll had found only these.
#pragma once

#include <algorithm>
#include <cstddef>

namespace nacd::loop {

constexpr size_t kMostInTurn = 32;  // libuv polls at most 48 times before it goes on
constexpr size_t kPartOfReady = 8;
constexpr size_t kLargestBatch = kPartOfReady * kMostInTurn;  // larger counts make no difference

// Returns how many of the `ready` operations to deliver in this turn: one, as long as there are few.
constexpr size_t BatchSize(size_t ready) { return std::clamp<size_t>(ready / kPartOfReady, 1, kMostInTurn); }

}  // namespace nacd::loop
