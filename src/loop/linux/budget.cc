#include "loop/linux/budget.h"

#include <algorithm>

#include "loop/linux/clock.h"
#include "loop/linux/fd_table.h"

namespace nacd::loop {
namespace {

constexpr double kDefaultMs = 5000;
constexpr double kPaceBeyond = 0.1;        // and where as much again is spent:
constexpr double kPaceBeyondTwice = 0.01;  // a suite that watches files would still take four times as long

constexpr double kMostRounds = 100;  // at full pace
constexpr double kLeastPace = 0.01;

constexpr int64_t kLeastOwnNs = 1000 * kNsPerMs;

int64_t AllOf(const EngineOptions& options) {
  if (!options.virtual_clock && !options.held_budget_ms) return kNever;
  return std::max<int64_t>(1, static_cast<int64_t>(options.held_budget_ms.value_or(kDefaultMs) * kNsPerMs));
}

}  // namespace

double Rounds::Pace() const {
  if (count_ <= kMostRounds) return 1;
  const double share = kMostRounds / static_cast<double>(count_);
  return std::max(kLeastPace, share * share);
}

Budget::Budget(const EngineOptions& options)
    : virtual_clock_(options.virtual_clock), all_ns_(AllOf(options)), left_ns_(all_ns_) {}

std::optional<double> Budget::Spend(int64_t ns) {
  if (all_ns_ == kNever) return std::nullopt;
  left_ns_ = std::max(left_ns_ - ns, -all_ns_);
  const double pace = Pace();
  if (pace == pace_) return std::nullopt;
  return pace_ = pace;
}

double Budget::Pace() const {
  if (!virtual_clock_) return Clock::PaceWithin(std::max<int64_t>(0, left_ns_), all_ns_);
  const double beyond = left_ns_ > -all_ns_ ? kPaceBeyond : kPaceBeyondTwice;
  return Clock::Pace() * rounds_.Pace() * (left_ns_ > 0 ? 1 : beyond);
}

OwnWaits::OwnWaits(const EngineOptions& options)
    : all_ns_(options.own_waits_ms ? static_cast<int64_t>(*options.own_waits_ms * kNsPerMs) : kNever),
      follows_(!options.own_waits_ms && options.runs_tests && options.delays),
      started_ns_(Clock::RealNowNs()) {}

int64_t OwnWaits::LeftNs() const {
  if (!follows_) return all_ns_ == kNever ? kNever : all_ns_ - spent_ns_;
  const int64_t rest = Clock::RealNowNs() - started_ns_ - spent_ns_;
  return std::max(kLeastOwnNs, rest) - spent_ns_;
}

// Tests wait for one another. A process that has left another one may wait for what that does, such as for a file.
bool OwnWaits::spent() const { return LeftNs() <= 0 && (!follows_ || FdTable::ExpectsNobody()); }

int64_t OwnWaits::Until(int64_t until) const {
  const int64_t left = LeftNs();
  if (left == kNever || left <= 0 || until == kNever) return until;
  return std::min(until, Clock::NowNs() + left);
}

}  // namespace nacd::loop
