// The options of one process. The preload reads them from the environment and checks them.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace nacd::schedule {

// NACD_MODE. kNever installs every hook and delays nothing; kReplay takes its delays from a schedule.
enum class Mode { kRandom, kAlways, kNever, kReplay };

struct Options {
  uint32_t seed = 0;
  Mode mode = Mode::kRandom;
  std::string strategy = "uniform";
  double probability = 0.5;   // share of operations that are delayed
  double min_delay_ms = 0;    // NACD section 4: uniform from 0 to 500 ms
  double max_delay_ms = 500;  // inclusive
  // Further parameters of a strategy or an engine, by their environment variable's name without "NACD_",
  // in lower case ("loop_todo_degrees_of_freedom"); each reader checks its own.
  std::map<std::string, double> parameters;

  // The parameter `name`, or `standard` where the user has not given it.
  double Parameter(const char* name, double standard) const {
    const auto found = parameters.find(name);
    return found == parameters.end() ? standard : found->second;
  }

  // The ends of several children wait for output that is held. Without it they release that output, or come before it.
  bool ends_wait() const { return Parameter("ends_wait", seed % 2) != 0; }

  // True where chance alone decides; false of strategies that seek orders which chance hardly ever shows. Those may
  // take what plain Node does in rare circumstances only, such as a child that is stopped and continued.
  bool leaves_orders_to_chance() const { return strategy == "uniform" || strategy == "nodefz"; }
};

}  // namespace nacd::schedule
