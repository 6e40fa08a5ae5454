// All strategies by their names. A new strategy is one file here and one line in registry.cc.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "schedule/options.h"
#include "schedule/strategy.h"

namespace nacd::schedule {

// Makes the strategy that `options.strategy` names. Returns null where there is none of that name.
std::unique_ptr<Strategy> MakeStrategy(const Options& options);

// Returns the names that MakeStrategy knows.
std::vector<std::string_view> StrategyNames();

}  // namespace nacd::schedule
