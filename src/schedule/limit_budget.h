// Bounds the delays in the time of a test runner's limits. A limit is for the program: a test that makes a thousand
// calls one after the other must not exceed it because each of them is delayed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <utility>

namespace nacd::schedule {

// Belongs to one loop's thread. All times are milliseconds.
class LimitBudget {
 public:
  // `held` returns for how long the loop has waited while something was held.
  void set_held(std::function<double()> held) { held_ = std::move(held); }

  // A limit begins: from now on the loop may be held for `ms`. Returns a number for Disarm(), never 0.
  uint32_t Arm(double ms) {
    ends_[++last_] = Held() + ms;
    return last_;
  }
  // The limit's timer was cleared, or has fired.
  void Disarm(uint32_t number) { ends_.erase(number); }

  bool any() const { return !ends_.empty(); }
  // For how long the loop may still be held; infinite without any limit.
  double Left() const {
    double left = std::numeric_limits<double>::infinity();
    for (const auto& [number, end] : ends_) left = std::min(left, end - Held());
    return left;
  }
  // How many limits have begun so far.
  uint32_t begun() const { return last_; }
  // Returns true if an operation may be delayed by `ms`. After the first that may not, none may until the limit is
  // over: later, shorter ones would depend on the milliseconds that the program itself takes.
  bool Allows(double ms) {
    const double held = Held();
    bool allows = true;
    for (auto& [number, end] : ends_) {
      if (held + ms <= end) continue;
      end = kUsedUp;
      allows = false;
    }
    return allows;
  }

 private:
  static constexpr double kUsedUp = -std::numeric_limits<double>::infinity();

  double Held() const { return held_ ? held_() : 0; }

  std::function<double()> held_;
  std::map<uint32_t, double> ends_;  // of each limit: the value of held_() at which its budget is used up
  uint32_t last_ = 0;
};

}  // namespace nacd::schedule
