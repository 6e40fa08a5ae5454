// Names the pattern of an order and ranks it by how likely it does harm.
#pragma once

#include <string_view>

#include "requests/window.h"

namespace nacd::requests {

// Sets pattern, rank (0 to 1) and why of `window` by the effects of its two conflicts. `refused`: its last operation
// and one of the other request insert the same unique key.
void Rank(const Recording& recording, const Conflicts& conflicts, bool refused, Window* window);

// Returns whether A's operation at `position` and one of B insert the same unique key.
bool IsRefused(const Conflicts& conflicts, uint32_t position);

// Returns "P1" to "P5", or "other".
std::string_view PatternName(Pattern pattern);
// Returns the text of one bit of Window::why.
std::string_view WhyText(uint32_t bit);

}  // namespace nacd::requests
