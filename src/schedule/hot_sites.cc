#include "schedule/hot_sites.h"

#include "hot.h"
#include "names/name.h"
#include "schedule/random.h"

namespace nacd::schedule {
namespace {

// The 80 programs of docs/orders.md decide 16 times about one site at most.
constexpr double kHotAfter = 500;
constexpr size_t kMostSites = 16384;  // further ones stay cold
constexpr uint64_t kNews = 500;       // decisions after one about a new site: a test of a suite makes some hundreds

}  // namespace

HotSites::HotSites(const Options& options)
    : seed_(options.seed), after_(static_cast<uint32_t>(options.Parameter("hot_after", kHotAfter))) {}

NACD_HOT bool HotSites::Rests(const Operation& operation) {
  if (after_ == 0) return false;
  const uint64_t site = names::PlaceOf(operation.name) + static_cast<uint64_t>(operation.phase);
  decisions_++;
  const auto known = counts_.find(site);
  if (known == counts_.end()) {
    if (counts_.size() < kMostSites) counts_.emplace(site, 1);
    newest_ = decisions_;
    return false;
  }
  if (known->second >= after_) return decisions_ - newest_ >= kNews && !InBurst();
  known->second++;
  return false;
}

bool HotSites::InBurst() {
  const uint64_t at = hot_ % kCycle;
  const double place = UnitRandom(seed_, hot_ / kCycle, 0);
  hot_++;
  const auto start = static_cast<uint64_t>(place * (kCycle - kBurst + 1));
  return at >= start && at < start + kBurst;
}

}  // namespace nacd::schedule
