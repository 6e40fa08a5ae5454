#include "loop/linux/thread_starts.h"

#include <ctime>
#include <mutex>
#include <unordered_map>

#include "loop/linux/clock.h"

namespace nacd::loop {
namespace {

constexpr size_t kMostThreads = 1024;  // that have not begun yet
constexpr timespec kPause = {0, 200000};

struct Making {
  int64_t at;
  int64_t real_at;
  bool began;  // before its maker has said that it was made
};

struct Known {
  std::mutex mutex;
  std::unordered_map<uint32_t, Making> made;  // by thread
};

Known& All() {
  static auto* known = new Known;  // never destroyed: threads may outlive the static objects
  return *known;
}

bool IsAwaited(uint32_t id) {
  Known& all = All();
  std::lock_guard lock(all.mutex);
  const auto found = all.made.find(id);
  return found != all.made.end() && !found->second.began;
}

}  // namespace

void ThreadStarts::Made(uint32_t id) {
  Known& all = All();
  std::lock_guard lock(all.mutex);
  if (all.made.size() >= kMostThreads) return;
  const auto [known, added] = all.made.try_emplace(id, Making{Clock::NowNs(), Clock::RealNowNs(), false});
  if (!added && known->second.began) all.made.erase(known);
}

ThreadStarts::Late ThreadStarts::Began(uint32_t id) {
  Known& all = All();
  std::lock_guard lock(all.mutex);
  const auto found = all.made.find(id);
  if (found == all.made.end()) {
    if (all.made.size() < kMostThreads) all.made.emplace(id, Making{0, 0, true});
    return {};
  }
  const Making made = found->second;
  all.made.erase(found);
  return {Clock::NowNs() - made.at, Clock::RealNowNs() - made.real_at};
}

void ThreadStarts::Await(uint32_t id, int64_t most) {
  const int64_t end = Clock::RealNowNs() + most;
  while (IsAwaited(id) && Clock::RealNowNs() < end) nanosleep(&kPause, nullptr);
}

}  // namespace nacd::loop
