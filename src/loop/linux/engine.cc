#include "loop/engine.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "loop/linux/clock.h"
#include "loop/linux/controller.h"
#include "loop/linux/fd_table.h"
#include "loop/linux/interpose.h"
#include "loop/linux/this_thread.h"
#include "loop/linux/time_of_day.h"
#include "loop/linux/uv_internals.h"
#include "loop/linux/zombies.h"

namespace nacd::loop {
namespace {

// A second later than on the real clock somebody still comes in time: limits of programs that wait are longer.
constexpr int64_t kPatienceNs = 1'000'000'000;

// libuv with UV_USE_IO_URING does file I/O in the kernel, past its worker pool.
bool FileIoBypassesPool() {
  const char* value = getenv("UV_USE_IO_URING");
  return value && atoi(value) > 0;
}

// Takes over the clock of the process that started this one: ClockForChildren() there, in NACD_CLOCK_AHEAD. A skew
// above a year is a fault.
void TakeOverClock() {
  constexpr double kYearMs = 365.0 * 24 * 3600 * 1000;
  const char* text = getenv("NACD_CLOCK_AHEAD");
  char* end = nullptr;
  const double ms = text ? strtod(text, &end) : 0;
  const bool is_valid = ms > 0 && ms < kYearMs;
  const double since_ms = is_valid && *end == '@' ? strtod(end + 1, nullptr) : 0;
  Clock::StartAhead(is_valid ? static_cast<int64_t>(ms * kNsPerMs) : 0,
                    since_ms > 0 && since_ms < 200 * kYearMs ? static_cast<int64_t>(since_ms * kNsPerMs) : 0);
}

// The time of day is that of the test that has started this program: TimeOfDayForChildren() there, in NACD_TIME_OF_DAY.
void TakeOverTimeOfDay() {
  const char* place = getenv("NACD_TIME_OF_DAY");
  if (place && *place) FollowTimeOfDay(place);
}

// Runs a loop that has nothing to wait for, and checks that libuv calls the replaced functions.
std::string CheckVisits(uv_loop_t* loop, const Visits& visits) {
  uv_timer_t timer;
  uv_timer_init(loop, &timer);
  uv_timer_start(
      &timer, [](uv_timer_t* due) { uv_close(reinterpret_cast<uv_handle_t*>(due), nullptr); }, 0, 0);
  uv_async_t wake;
  uv_async_init(loop, &wake, [](uv_async_t* woken) { uv_close(reinterpret_cast<uv_handle_t*>(woken), nullptr); });
  uv_async_send(&wake);
  uv_run(loop, UV_RUN_DEFAULT);
  if (visits.polls == 0 || visits.poll_fd != uv_backend_fd(loop))
    return "libuv's poll function cannot be replaced (is this node linked statically?)";
  if (visits.clocks == 0) return "libuv's clock function cannot be replaced (is this node linked statically?)";
  return {};
}

// By a loop of our own, with the functions replaced.
std::string CheckLibuv() {
  Visits visits;
  Visits* before = CountVisits(&visits);
  uv_loop_t loop;
  std::string wrong = "libuv cannot create an event loop";
  if (uv_loop_init(&loop) == 0) {
    wrong = uv::CheckFields(&loop);
    if (wrong.empty()) wrong = CheckVisits(&loop, visits);
    uv_loop_close(&loop);
  }
  CountVisits(before);
  return wrong;
}

std::string Look() {
  if (!FirstCopy().empty()) return "another copy of nacd-native was loaded first: " + FirstCopy();
  if (FileIoBypassesPool()) return "UV_USE_IO_URING is on: file I/O bypasses libuv's worker pool; unset it";
  const std::string wrong = Interpose();
  return wrong.empty() ? CheckLibuv() : wrong;
}

}  // namespace

std::string Unsupported() {
  static const std::string reason = Look();
  return reason;
}

std::unique_ptr<Engine> Engine::Attach(uv_loop_t* loop, schedule::Scheduler* scheduler, trace::Writer* trace,
                                       const EngineOptions& options, std::string* error) {
  *error = Unsupported();
  if (!error->empty()) return nullptr;
  if (CurrentController()) {
    *error = "the event loop of this thread is controlled already";
    return nullptr;
  }
  FdTable::WaitForAgreed(options.skips_all);
  if (options.virtual_clock) Clock::MayMove();
  Clock::LimitTo(static_cast<int64_t>(options.max_skew_ms * kNsPerMs));
  TakeOverClock();
  if (options.thread == 0 && !options.in_runner) {
    if (!options.runs_tests) FdTable::ExpectNobodyFor(kPatienceNs);
    TakeOverTimeOfDay();
  }
  auto controller = std::make_unique<Controller>(loop, scheduler, trace, options);
  *error = controller->error();
  if (!error->empty()) return nullptr;
  SetController(controller.get());
  controller->StallAtStart();
  return std::unique_ptr<Engine>(new Engine(std::move(controller)));
}

Engine::Engine(std::unique_ptr<Controller> controller) : controller_(std::move(controller)) {}

Engine::~Engine() {
  SetController(nullptr);  // first: what follows takes the mutexes that it watches
  controller_->Detach();
}

EngineStats Engine::stats() const {
  const WaitStats stats = controller_->stats();
  return {static_cast<double>(stats.skipped_ns) / kNsPerMs, static_cast<double>(stats.real_ns) / kNsPerMs,
          static_cast<double>(stats.held_ns) / kNsPerMs, stats.skips, stats.real_waits};
}

schedule::Prospect Engine::ProspectNow() { return controller_->ProspectNow(); }

void KeepUntilReaped(int pid) { KeepZombie(pid); }

void Reap(int pid) { ReapZombie(pid); }

void HearChannel() { FdTable::OnChannelHeard(); }

void OnThreadMade(uint32_t id) {
  if (Controller* controller = CurrentController()) controller->OnThreadMade(id);
}

std::string ClockForChildren() {
  const double ahead_ms = static_cast<double>(Clock::TimeOfDayOffsetNs()) / kNsPerMs;
  if (ahead_ms <= 0) return {};
  std::array<char, 64> text;
  snprintf(text.data(), text.size(), "%.6f@%.6f", ahead_ms, static_cast<double>(Clock::SinceNs()) / kNsPerMs);
  return text.data();
}

}  // namespace nacd::loop
