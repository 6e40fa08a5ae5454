#include "loop/linux/file_times.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <vector>

#include "loop/linux/clock.h"
#include "loop/linux/real_time.h"

namespace nacd::loop {

TEST_CASE("a file's stamp gets the offset of the moment at which it was set") {
  const auto times = std::make_unique<FileTimes>();
  CHECK(times->Tell(1000, 5000) == 1000);
  times->OnAdvance(2000, 100);
  times->OnAdvance(3000, 250);
  CHECK(times->Tell(1999, 5000) == 1999);
  CHECK(times->Tell(2000, 5000) == 2100);
  CHECK(times->Tell(2999, 5000) == 3099);
  CHECK(times->Tell(3000, 5000) == 3250);
}

TEST_CASE("a stamp that was told stays, also if the clock moves within its tick") {
  const auto times = std::make_unique<FileTimes>();
  times->OnAdvance(2000, 100);
  times->OnAdvance(2000, 200);  // not told in between: files of this tick may come after it
  CHECK(times->Tell(2000, 2000) == 2200);
  times->OnAdvance(2000, 300);
  times->OnAdvance(2000, 400);
  CHECK(times->Tell(2000, 2000) == 2200);
  CHECK(times->Tell(2000, 9000) == 2200);
  CHECK(times->Tell(2004, 9000) == 2404);
}

TEST_CASE("stamps that the program set, and those in the future, are told as they are") {
  const auto times = std::make_unique<FileTimes>();
  times->OnAdvance(2000, 100);
  times->OnSet(2500);
  CHECK(times->Tell(2500, 5000) == 2500);
  CHECK(times->Tell(2501, 5000) == 2601);
  CHECK(times->Tell(5001, 5000) == 5001);
  timespec set[2] = {{0, UTIME_NOW}, {0, 2700}};
  times->OnSetTimes(set);
  times->OnSetTimes(nullptr);
  CHECK(times->Tell(2700, 5000) == 2700);
}

TEST_CASE("files that the processes before this one wrote have the offset from which it starts") {
  const auto times = std::make_unique<FileTimes>();
  times->StartAhead(1000, 500);
  times->OnAdvance(3000, 700);
  CHECK(times->Tell(999, 5000) == 999);
  CHECK(times->Tell(1000, 5000) == 1500);
  CHECK(times->Tell(3000, 5000) == 3700);
}

TEST_CASE("a file's stamp gets the offset of its last write, also if the clock moves within its tick") {
  const auto times = std::make_unique<FileTimes>();
  const uint64_t file = FileTimes::FileOf(1, 7);
  times->OnAdvance(2000, 100);
  times->OnWritten(file, 2000, 2009, 100);
  times->OnAdvance(2000, 600);
  CHECK(times->Tell(2000, 5000, true, file) == 2100);
  CHECK(times->Tell(2000, 5000, true, file + 1) == 2600);
  CHECK(times->Tell(2010, 5000, true, file) == 2610);  // of another change
  times->OnWritten(file, 2000, 2009, 600);
  CHECK(times->Tell(2000, 5000, true, file) == 2600);
}

TEST_CASE("the times of a file have offsets of their own") {
  using Part = FileTimes::Part;
  const auto times = std::make_unique<FileTimes>();
  times->OnAdvance(2000, 100);
  times->OnWritten(FileTimes::FileOf(1, 7, Part::kWritten), 2000, 2009, 100);
  times->OnAdvance(2000, 600);
  times->OnWritten(FileTimes::FileOf(1, 7, Part::kChanged), 2000, 2009, 600);  // renamed
  times->OnAdvance(2000, 900);
  CHECK(times->Tell(2000, 5000, true, FileTimes::FileOf(1, 7, Part::kWritten)) == 2100);
  CHECK(times->Tell(2000, 5000, true, FileTimes::FileOf(1, 7, Part::kChanged)) == 2600);
}

TEST_CASE("files whose hashes meet are both known") {
  constexpr uint64_t kFiles = 300;
  const auto times = std::make_unique<FileTimes>();
  times->OnAdvance(2000, 100);
  std::mt19937_64 inodes(7);
  std::vector<uint64_t> files;
  for (uint64_t i = 0; i < kFiles; i++) files.push_back(FileTimes::FileOf(1, inodes() >> 8));
  for (const uint64_t file : files) times->OnWritten(file, 2000, 2009, 100);
  times->OnAdvance(2000, 600);
  for (const uint64_t file : files) CHECK(times->Tell(2000, 5000, true, file) == 2100);
}

TEST_CASE("a stamp that is finer than the ticks stays, too") {
  const auto times = std::make_unique<FileTimes>();
  times->OnAdvance(2000, 100);
  CHECK(times->Tell(2005, 2006) == 2105);
  times->OnAdvance(2000, 200);
  CHECK(times->Tell(2005, 9000) == 2105);
}

TEST_CASE("the clock moves on at once, also in a tick of which a stamp was told") {
  const auto naps = [] {
    rusage usage;
    getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nvcsw;
  };
  const auto before = naps();
  for (int k = 0; k < 50; k++) {
    FileTimes::Get().Tell(RealTicksNs(), RealTimeNs());
    Clock::Advance(1);
  }
  CHECK(naps() - before < 5);
}

TEST_CASE("many jumps of the clock are kept") {
  const auto times = std::make_unique<FileTimes>();
  for (int64_t k = 1; k <= 20000; k++) times->OnAdvance(k * 10, k);
  CHECK(times->Tell(10, 1000000) == 11);
  CHECK(times->Tell(4096 * 10 + 9, 1000000) == 4096 * 10 + 9 + 4096);
  CHECK(times->Tell(20000 * 10, 1000000) == 220000);
}

}  // namespace nacd::loop
