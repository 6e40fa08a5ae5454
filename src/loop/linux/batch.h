// Ready operations are delivered one a turn of the loop, so that other callbacks, immediates and timers can run between
// them. A thousand that are ready at once would need a thousand turns, and a turn may be expensive. So a turn delivers
// a batch of them, as if the poll had found only these.
#pragma once

#include <algorithm>
#include <cstddef>

namespace nacd::loop {

constexpr size_t kMostInTurn = 32;  // libuv polls at most 48 times before it goes on
constexpr size_t kPartOfReady = 8;
constexpr size_t kLargestBatch = kPartOfReady * kMostInTurn;  // more of them make no difference

// How many of `ready` come in this turn: one, as long as they are few.
constexpr size_t BatchSize(size_t ready) { return std::clamp<size_t>(ready / kPartOfReady, 1, kMostInTurn); }

}  // namespace nacd::loop
