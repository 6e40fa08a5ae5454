#include "schedule/program_timers.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace nacd::schedule {
namespace {

using Id = ProgramTimers::Id;

constexpr double kLateMs = 1000;           // a busy thread calls its timers late
constexpr double kLongestMs = 2147483647;  // Node.js makes a millisecond of what is longer
constexpr double kOldMs = 120 * 1000;      // nobody asks about a time so long ago
constexpr size_t kMost = 8192;             // timers of each kind that are remembered

struct Hash {
  size_t operator()(const Id& id) const {
    return std::hash<const void*>()(id.thread) ^ (std::hash<uint64_t>()(id.number) * 31);
  }
};

struct Interval {
  Id id;
  double set_ms;
  double period_ms;
};

double TimeOf(double ms) { return ms >= 1 && ms <= kLongestMs ? ms : 1; }

class Expected {
 public:
  void Add(const Id& id, double now_ms, double ms) {
    const std::lock_guard<std::mutex> lock(mutex_);
    while (!once_.empty() && once_.begin()->first + kOldMs < now_ms) Drop(once_.begin());
    if (once_.size() >= kMost) {
      Forgotten(once_.begin()->first);
      Drop(once_.begin());
    }
    const auto added = once_.emplace(now_ms + ms, id);
    if (id.number != 0) by_id_[id] = added;
  }

  void AddEach(const Id& id, double now_ms, double ms) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (each_.size() >= kMost) Forgotten(std::numeric_limits<double>::infinity());
    if (each_.size() < kMost) each_.push_back({id, now_ms, ms});
  }

  void Remove(const Id& id) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const auto found = by_id_.find(id); found != by_id_.end()) Drop(found->second);
    std::erase_if(each_, [&id](const Interval& interval) { return interval.id == id; });
  }

  bool Within(double from_ms, double to_ms) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (forgotten_until_ >= from_ms) return true;
    const auto first = once_.lower_bound(from_ms);
    if (first != once_.end() && first->first <= to_ms) return true;
    return std::any_of(each_.begin(), each_.end(), [from_ms, to_ms](const Interval& interval) {
      const double ticks = std::floor((to_ms - interval.set_ms) / interval.period_ms);
      return ticks >= 1 && interval.set_ms + ticks * interval.period_ms >= from_ms;
    });
  }

 private:
  using Once = std::multimap<double, Id>;  // by the time at which they are due

  void Drop(Once::iterator at) {
    const auto found = by_id_.find(at->second);
    if (found != by_id_.end() && found->second == at) by_id_.erase(found);
    once_.erase(at);
  }

  void Forgotten(double due_ms) { forgotten_until_ = std::max(forgotten_until_, due_ms); }

  std::mutex mutex_;
  Once once_;
  std::unordered_map<Id, Once::iterator, Hash> by_id_;
  std::vector<Interval> each_;
  double forgotten_until_ = -std::numeric_limits<double>::infinity();
};

std::atomic<bool> watched = false;
std::atomic<uint64_t> fired = 0;
std::atomic<double> slept_ms = 0;

// Threads may outlive the destructors of statics.
Expected& AllExpected() {
  static auto* const expected = new Expected;
  return *expected;
}

}  // namespace

void ProgramTimers::Watch() { watched = true; }

void ProgramTimers::Fired(double ms) {
  slept_ms.fetch_add(TimeOf(ms));
  fired++;
}

void ProgramTimers::Expect(Id id, double now_ms, double ms) { AllExpected().Add(id, now_ms, TimeOf(ms)); }

void ProgramTimers::ExpectEach(Id id, double now_ms, double ms) { AllExpected().AddEach(id, now_ms, TimeOf(ms)); }

void ProgramTimers::Gone(Id id) {
  if (id.number != 0) AllExpected().Remove(id);
}

uint64_t ProgramTimers::Count() { return fired; }

double ProgramTimers::SleptMs() { return slept_ms; }

bool ProgramTimers::MayHaveFired(double since_ms, double now_ms) {
  return !watched || AllExpected().Within(since_ms - kLateMs, now_ms);
}

}  // namespace nacd::schedule
