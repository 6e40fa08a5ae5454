// Stalls of a loop's thread (schedule/stalls.h): where they are, and how they pass. A thread can be descheduled at any
// point, but it shows only where something comes meanwhile that is seen before what would have come first:
// - before a poll that does not wait: immediates or closing callbacks are pending,
// - before a poll's events: more events come with them, before the immediates and closing callbacks that they set,
// - before timers that are due: others fall due, and all fire in one turn,
// - before a worker's first line,
// - after a timer was set: it is due when the loop next looks, which may be before immediates.
#include <algorithm>
#include <utility>

#include "hot.h"
#include "loop/linux/controller.h"
#include "names/name.h"

namespace nacd::loop {
namespace {

constexpr double kLongestShortTimerMs = 20;  // a longer one hardly races against immediates
// A stall that takes real time is short: it adds up.
constexpr int64_t kMostReal = 20 * kNsPerMs;
constexpr int64_t kMostRealWithOthers = 200 * kNsPerMs;  // children and workers: what they do takes longer
constexpr int64_t kMostForTasks = 100 * kNsPerMs;        // that the workers have anyway
// For a replayed stall: whatever came during it in the failing run takes longer on a slow machine.
constexpr int64_t kMostReplayed = 1000 * kNsPerMs;
constexpr double kForOthersMs = 150;  // of a stall that is for what children and other threads do
constexpr int kMostForOthers = 4;     // such stalls of a run
constexpr uint64_t kMostTurns = 16;   // without a name that are traced: a program may turn for ever

using schedule::StallPlace;

constexpr char kAfter[] = "/after#1";

double Ms(int64_t ns) { return static_cast<double>(ns) / schedule::kNsPerMs; }

schedule::Operation StallOf(std::string_view name) {
  return {.name = name, .phase = schedule::Phase::kStall, .api = names::Read(name).api, .site = names::SiteOf(name)};
}

// The name of the stall before a worker thread's first line.
std::string StartOf(uint32_t thread) { return "thread#" + std::to_string(thread) + kBefore; }

}  // namespace

// Returns whether something may come within the longest stall.
bool Controller::IsMoreToCome(int64_t now) {
  schedule::Stalls& stalls = scheduler_->stalls();
  const int64_t latest = now + static_cast<int64_t>(stalls.longest_ms() * kNsPerMs);
  return IsMoreThanTimersToCome(latest) || stalls.NextTimerMs(Ms(now)) <= Ms(latest);
}

bool Controller::IsMoreThanTimersToCome(int64_t latest) {
  if (tasks_.in_pool() > 0 || NextDue() <= latest || uv::HasChildren(loop_)) return true;
  return Coordinator::Get().has_others() || !in_flight_.Settled();
}

bool Controller::HasOthers() const { return children_.AnyRuns() || Coordinator::Get().has_others(); }

int64_t Controller::MostReal(bool replayed) const {
  if (!HasOthers()) return kMostReal;
  return replayed ? kMostReplayed : kMostRealWithOthers;
}

// Returns whether something that came during a stall in the failing run is still to come.
bool Controller::IsAwaited(const std::vector<std::string>* until) {
  static constexpr std::string_view kDescriptor = "descriptor ", kWorker = "worker ";
  if (!until) return false;
  return std::any_of(until->begin(), until->end(), [this](std::string_view operation) {
    if (operation.starts_with(kWorker)) return tasks_.IsAwaited(operation.substr(kWorker.size()));
    if (!operation.starts_with(kDescriptor)) return false;
    const std::string_view name = operation.substr(kDescriptor.size());
    return wakeups_.IsAwaited(name) || descriptors_.IsAwaited(name);
  });
}

// Has `ms` pass, and more until what is awaited has come, but at most `most` nanoseconds of real time. In a poll, what
// becomes due and what the workers finish is made ready meanwhile.
void Controller::Stall(StallTime time, bool in_poll) {
  still_ready_ = -1;
  const int64_t before = Clock::NowNs();
  int64_t until = before + static_cast<int64_t>(time.ms * kNsPerMs);
  const int64_t awaited_before = stats_.awaited_ns;
  const bool held_before = self_.holding;
  self_.holding = true;
  for (int round = 0; stats_.awaited_ns - awaited_before < time.most; round++) {
    const int64_t now = Clock::NowNs();
    if (in_poll) {
      tasks_.CollectFinished(now);
      tasks_.Release(now);
      descriptors_.Release(now);
      wakeups_.Release(now);
      ReleaseChildren(now);
    }
    if (now >= until) {
      const bool goes_on = in_poll && now - before < kMostReplayed && IsAwaited(time.until);
      if (!goes_on) break;
      until = now + kNsPerMs;
    }
    const int64_t due = in_poll ? NextDue() : until;
    const int64_t next = due > now ? std::min(due, until) : until;
    Coordinator::Get().StallOnce(&self_, this, next, SkipNow(), round, &stats_);
  }
  self_.holding = held_before;
  stats_.held_ns += Clock::NowNs() - before;  // a test runner's limit is for the program's own time
  Spend(stats_.awaited_ns - awaited_before);
}

// The workers finish what they have, unless it waits for something else.
void Controller::AwaitTasks(bool replayed) {
  const int64_t most = Clock::RealNowNs() + (replayed ? kMostReplayed : kMostForTasks);
  const uint64_t skips = stats_.skips;
  const bool held_before = std::exchange(self_.holding, true);
  for (int round = 0; tasks_.in_pool() > tasks_.finished() && stats_.skips == skips; round++) {
    if (Clock::RealNowNs() >= most) break;
    Coordinator::Get().StallOnce(&self_, this, Clock::NowNs() + kNsPerMs, SkipNow(), round, &stats_);
  }
  tasks_.CollectFinished(Clock::NowNs());
  self_.holding = held_before;
}

// A timer was set. Returns whether the thread stalls before the loop looks at its timers again.
NACD_HOT bool Controller::StallsAfterTimer(std::string_view timer, double ms) {
  const bool first = after_timers_ms_ == 0;
  StallAfterTimer(timer, ms);
  if (first && after_timers_ms_ > 0) return true;
  if (!scheduler_->replays_stalls()) return false;
  names_memory_.assign(timer).append(kBefore);
  return scheduler_->IsReplayed(StallNamed(names_memory_));  // it may be due when the callback ends
}

NACD_HOT void Controller::StallAfterTimer(std::string_view timer, double ms) {
  if (ms > kLongestShortTimerMs) return;
  names_memory_.assign(timer).append(kAfter);
  const schedule::Decision decision = scheduler_->ChooseStall(StallNamed(names_memory_), StallPlace::kAfterTimer, ms);
  if (scheduler_->records_stalls()) {
    scheduler_->Record(StallOf(names_memory_), decision);
    stalled_.push_back({names_memory_, 1, true});
  }
  if (decision.delay) after_timers_ms_ = std::max(after_timers_ms_, decision.ms);
}

void Controller::StallNow() {
  const double ms = std::exchange(after_timers_ms_, 0);
  if (ms > 0) Stall({ms, MostReal(false)}, false);
  timer_stalls_.Begin();
  if (scheduler_->replays_stalls()) return ReplayBeforeTimers(Clock::NowNs(), false);
  const int64_t now = Clock::NowNs();
  const double due = uv::NextTimerMs(loop_);
  if (ms <= 0 || due > Ms(now)) return;
  // libuv fires it before it polls: nobody asks for a stall then.
  const auto stall = timer_stalls_.Choose(due, Ms(now), Holding(), false);
  if (stall) StallAtTimer(stall->name, stall->decision, false);
}

// All acts of the worker come later by that, also where no handle is woken that could be held, as by Atomics.notify().
void Controller::StallAtStart() {
  if (!controls_ || !may_stall() || options_.thread == 0 || options_.in_runner) return;
  const std::string name = StartOf(options_.thread);
  const schedule::StallDecision decision = scheduler_->ChooseStall(StallNamed(name), StallPlace::kStart);
  scheduler_->Record(StallOf(name), decision);
  WriteStart(ThreadStarts::Began(options_.thread));
  if (decision.delay) Stall({decision.ms, MostReal(decision.replayed)}, false);
  if (scheduler_->watching()) scheduler_->RecordRun(name, schedule::Phase::kStall);
}

void Controller::WriteStart(const ThreadStarts::Late& late) {
  if (!trace_ || late.ns <= 0) return;
  trace_->WriteNumbers("start", {{"t", trace_->Now()}, {"late", Ms(late.ns)}, {"real", Ms(late.real_ns)}});
}

void Controller::WriteMade(uint32_t id) {
  if (trace_) trace_->WriteNumbers("made", {{"t", trace_->Now()}, {"thread", id}});
}

void Controller::OnThreadMade(uint32_t id) {
  made_threads_ = true;
  WriteMade(id);
  ThreadStarts::Made(id);
  if (!controls_ || !scheduler_->replays_stalls()) return;
  if (scheduler_->IsReplayed(StallNamed(StartOf(id)))) ThreadStarts::Await(id, kMostReplayed);
}

// The poll will not wait, since immediates or closing callbacks are pending. All that comes in time comes before them.
void Controller::StallBeforeTurn() {
  const std::string& immediate = scheduler_->stalls().immediate();
  // Immediates without a name are Node's own or a test runner's.
  if (immediate.empty() && !uv::HasClosing(loop_)) return;
  const std::string turn = immediate.empty() ? names_.Fresh("turn", {}) : immediate;
  const std::string name = turn + kBefore;
  const bool may_show = tasks_.starting_new() || IsMoreToCome(Clock::NowNs());
  if (!scheduler_->IsReplayed(StallNamed(name)) && !may_show) return;
  stall_asked_ = true;
  const bool passes = scheduler_->stalls().passes();
  const bool others = uv::HasChildren(loop_) || Coordinator::Get().has_others();
  const double least = passes && others && long_stalls_ < kMostForOthers ? kForOthersMs : 0;
  const schedule::StallDecision decision =
      scheduler_->ChooseStall(StallNamed(name), StallPlace::kBeforeImmediates, least);
  const bool traced = !immediate.empty() || ++traced_turns_ <= kMostTurns;
  if (!decision.delay && !traced) return;
  scheduler_->Record(StallOf(name), decision);
  stalled_.push_back({name, 1, true});
  if (!decision.delay) return;
  if (least > 0) long_stalls_++;
  scheduler_->set_passing(passes);
  // Children and tasks that are held at their start would do nothing until the stall is over. But other
  // threads and children act meanwhile, and a task that is held stays behind what they send.
  children_.Release(kNever - 1);
  if (!others && !made_threads_) tasks_.StartNew();
  outside_.Changed();
  Stall({decision.ms, MostReal(decision.replayed), decision.until}, true);
  AwaitTasks(decision.replayed);
  all_ready_ = true;
}

// Timers are due. Others that fall due meanwhile fire in the same turn, before what the first ones start, and all else
// that is ready by then comes before the timers: libuv looks at them after its poll. Returns whether the thread has
// stalled.
bool Controller::StallBeforeTimers(int64_t deadline) {
  const int64_t latest = deadline + static_cast<int64_t>(scheduler_->stalls().longest_ms() * kNsPerMs);
  const auto stall = timer_stalls_.Choose(timer_due_ms_, Ms(deadline), Holding(), IsMoreThanTimersToCome(latest));
  if (!stall) return false;
  const bool awaits = stall->for_others && stall->decision.delay;
  if (awaits) scheduler_->set_passing(scheduler_->stalls().passes());
  StallAtTimer(stall->name, stall->decision, true);
  if (awaits) AwaitTasks(stall->decision.replayed);
  return stall->decision.delay;
}

void Controller::ReplayBeforeTimers(int64_t now, bool in_poll) {
  const auto stall = timer_stalls_.Replayed(uv::NextTimerMs(loop_), Ms(now));
  if (stall) StallAtTimer(stall->name, stall->decision, in_poll);
}

void Controller::StallAtTimer(const std::string& name, const schedule::StallDecision& decision, bool in_poll) {
  scheduler_->Record(StallOf(name), decision);
  // The check phase after this one runs the immediates of the first timer's callback.
  stalled_.push_back({name, 2, true});
  if (!decision.delay) return;
  stall_asked_ = all_ready_ = true;
  // A stall that ends before the next timer is due changes nothing. It takes real time where something outside may act,
  // as with fs.watch(), so a run has few of those that are long.
  int64_t most = MostReal(decision.replayed);
  const int64_t awaited_before = stats_.awaited_ns;
  if (decision.replayed || long_stalls_ < kMostForOthers) most = std::max(most, kMostRealWithOthers);
  Stall({decision.ms, most, decision.until}, in_poll);
  if (stats_.awaited_ns - awaited_before > kMostReal) long_stalls_++;
}

// The first events are ready. Returns whether the thread has stalled, so that more may be.
bool Controller::StallBeforeEvent(int count) {
  if (stall_asked_) return false;
  std::string event = tasks_.NextName();
  if (event.empty()) event = descriptors_.NextName(ready_.data(), count);
  if (event.empty()) return false;
  stall_asked_ = true;
  std::string name = std::move(event) + kBefore;
  const schedule::StallDecision decision = scheduler_->ChooseStall(StallNamed(name), StallPlace::kBeforeEvent);
  if (!decision.delay && !scheduler_->records_stalls()) return false;
  if (decision.delay && !decision.replayed && !IsMoreToCome(Clock::NowNs())) return false;
  stalled_.push_back({name, 1, decision.delay});
  if (!decision.delay) return false;
  scheduler_->Record(StallOf(name), decision);
  Stall({decision.ms, MostReal(decision.replayed), decision.until}, true);
  all_ready_ = true;
  return true;
}

// Stalls of this turn are over, also one that nobody came to make after timers were set. One that was not made is
// traced only if immediates or closing callbacks follow.
void Controller::BeforeImmediates() {
  after_timers_ms_ = 0;
  const bool follows = !scheduler_->stalls().TakeImmediate().empty() || uv::HasClosing(loop_);
  for (Stalled& stalled : stalled_) {
    if (--stalled.checks > 0) continue;
    if (!stalled.decided && follows) scheduler_->Record(StallOf(stalled.name), {});
    if ((stalled.decided || follows) && scheduler_->watching()) {
      scheduler_->RecordRun(stalled.name, schedule::Phase::kStall);
    }
  }
  std::erase_if(stalled_, [](const Stalled& stalled) { return stalled.checks <= 0; });
}

}  // namespace nacd::loop
