#include "schedule/strategies/registry.h"

#include "schedule/strategies/nodefz.h"
#include "schedule/strategies/pct.h"
#include "schedule/strategies/pos.h"
#include "schedule/strategies/reverse.h"
#include "schedule/strategies/uniform.h"

namespace nacd::schedule {
namespace {

template <typename S>
std::unique_ptr<Strategy> Make(const Options& options) {
  return std::make_unique<S>(options);
}

template <>
std::unique_ptr<Strategy> Make<Reverse>(const Options& options) {
  static const auto of_process = std::make_shared<Reverse::Threads>();
  return std::make_unique<Reverse>(options, of_process);
}

struct Entry {
  std::string_view name;
  std::unique_ptr<Strategy> (*make)(const Options&);
};

// One line a strategy.
constexpr Entry kStrategies[] = {
    // `nacd run` gives a planned run a schedule to replay; a process by itself has nothing to plan from.
    {"nodefz", &Make<NodeFz>}, {"pct", &Make<Pct>},         {"planned", &Make<Reverse>},
    {"pos", &Make<Pos>},       {"reverse", &Make<Reverse>}, {"uniform", &Make<Uniform>},
};

}  // namespace

std::unique_ptr<Strategy> MakeStrategy(const Options& options) {
  for (const Entry& entry : kStrategies) {
    if (entry.name == options.strategy) return entry.make(options);
  }
  return nullptr;
}

std::vector<std::string_view> StrategyNames() {
  std::vector<std::string_view> names;
  for (const Entry& entry : kStrategies) names.push_back(entry.name);
  return names;
}

}  // namespace nacd::schedule
