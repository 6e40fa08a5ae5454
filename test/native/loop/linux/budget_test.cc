#include "loop/linux/budget.h"

#include <catch2/catch.hpp>

#include "loop/linux/clock.h"
#include "loop/linux/fd_table.h"

using namespace nacd::loop;

namespace {

constexpr int64_t kMs = 1000000;

EngineOptions With(bool virtual_clock, std::optional<double> held_budget_ms) {
  EngineOptions options;
  options.virtual_clock = virtual_clock;
  options.held_budget_ms = held_budget_ms;
  return options;
}

}  // namespace

TEST_CASE("the virtual clock's delays are a tenth beyond the budget, and a hundredth beyond twice of it") {
  Budget budget(With(true, 100));
  REQUIRE_FALSE(budget.Spend(99 * kMs));
  REQUIRE(budget.Spend(1 * kMs) == 0.1);
  REQUIRE_FALSE(budget.Spend(99 * kMs));
  REQUIRE(budget.Spend(1 * kMs) == 0.01);
  REQUIRE_FALSE(budget.Spend(1000 * kMs));
}

TEST_CASE("without a budget of the user's the virtual clock has five seconds") {
  Budget budget(With(true, std::nullopt));
  REQUIRE_FALSE(budget.Spend(4999 * kMs));
  REQUIRE(budget.Spend(1 * kMs) == 0.1);
}

TEST_CASE("the real clock has no budget but the user's") {
  Budget budget(With(false, std::nullopt));
  REQUIRE_FALSE(budget.Spend(1000000 * kMs));
}

TEST_CASE("the real clock's delays get shorter from half of the user's budget on") {
  Budget budget(With(false, 100));
  REQUIRE_FALSE(budget.Spend(50 * kMs));
  REQUIRE(budget.Spend(25 * kMs) == 0.25);
  const auto end = budget.Spend(1000 * kMs);
  REQUIRE(end);
  REQUIRE(*end > 0);
  REQUIRE(*end < 0.01);
}

TEST_CASE("a wait of the program's own is looked at again when its time is spent, and ends where it ends before") {
  EngineOptions options;
  options.own_waits_ms = 3600000;
  OwnWaits waits(options);
  const int64_t now = nacd::loop::Clock::NowNs();
  REQUIRE(waits.Until(now + kMs) == now + kMs);
  const int64_t until = waits.Until(now + 7200000 * kMs);
  REQUIRE(until >= now + 3600000 * kMs);
  REQUIRE(until < now + 7200000 * kMs);
  REQUIRE(waits.Until(kNever) == kNever);
  REQUIRE_FALSE(waits.spent());
  waits.Spend(3600000 * kMs);
  REQUIRE(waits.spent());
  REQUIRE(waits.Until(now + 7200000 * kMs) == now + 7200000 * kMs);
}

TEST_CASE("without a limit of the user's the program's own waits are never spent") {
  OwnWaits waits(With(true, std::nullopt));
  waits.Spend(1000000000 * kMs);
  REQUIRE_FALSE(waits.spent());
  REQUIRE(waits.Until(1) == 1);
}

TEST_CASE("where tests run, the program's own waits take as long as all else, and end if nobody outside is expected") {
  EngineOptions options = With(true, std::nullopt);
  options.runs_tests = true;
  OwnWaits waits(options);
  FdTable::WaitForAgreed(false);
  const int64_t now = Clock::NowNs();
  REQUIRE(waits.Until(now + 7200000 * kMs) < now + 60000 * kMs);
  REQUIRE_FALSE(waits.spent());
  waits.Spend(3600000 * kMs);
  REQUIRE(waits.spent());
  REQUIRE(waits.Until(1) == 1);
  FdTable::WaitForAgreed(true);
  REQUIRE_FALSE(waits.spent());
  options.delays = false;
  REQUIRE_FALSE(OwnWaits(options).spent());
  REQUIRE(OwnWaits(options).Until(now + 7200000 * kMs) == now + 7200000 * kMs);
}

TEST_CASE("a program whose timers go round while something is held is delayed less and less") {
  Rounds rounds;
  for (int i = 0; i < 100; i++) rounds.OnTimers();
  REQUIRE(rounds.Pace() == 1);
  for (int i = 0; i < 100; i++) rounds.OnTimers();
  REQUIRE(rounds.Pace() == 0.25);
  for (int i = 0; i < 100000; i++) rounds.OnTimers();
  REQUIRE(rounds.Pace() == 0.01);
}

TEST_CASE("something new ends the rounds") {
  Budget budget(With(true, 100));
  for (int i = 0; i < 200; i++) budget.rounds().OnTimers();
  REQUIRE(budget.Spend(0) == 0.25);
  budget.rounds().OnNews(0);
  REQUIRE_FALSE(budget.Spend(0));
  budget.rounds().OnNews(1);
  REQUIRE(budget.Spend(0) == 1);
  for (int i = 0; i < 100; i++) budget.rounds().OnTimers();
  REQUIRE_FALSE(budget.Spend(0));
}
