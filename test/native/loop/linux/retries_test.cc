#include "loop/linux/retries.h"

#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "loop/linux/fd_table.h"
#include "schedule/program_timers.h"

using namespace nacd::loop;

namespace {

constexpr int64_t kMs = 1000000;

// For the whole process: no test may depend on whether another one has run before.
[[maybe_unused]] const bool kWatched = [] {
  nacd::schedule::ProgramTimers::Watch();
  return true;
}();

// Returns whether the program waits after it was refused `asked` five times, and slept after each, and did `other`, if
// there is one.
bool Waits(Retries& retries, const uv_fs_t& asked, uint64_t question, const uv_fs_t* other = nullptr) {
  bool waited = false;
  for (int64_t ms = 1000; ms < 1500; ms += 100) {
    nacd::schedule::ProgramTimers::Fired();
    retries.Asked(question, ms * kMs);
    retries.Answered(question, true, (ms + 10) * kMs);
    retries.Made(asked, question, (ms + 10) * kMs);
    if (other) retries.Made(*other, 0, (ms + 20) * kMs);
    waited = waited || retries.Waiting((ms + 30) * kMs);
  }
  return waited;
}

bool Waits(const uv_fs_t& asked, uint64_t question, const uv_fs_t& other) {
  Retries retries;
  return Waits(retries, asked, question, &other);
}

// Nobody but this process is there, as far as is known, or somebody may be.
struct Company {
  explicit Company(bool any) { FdTable::WaitForAgreed(any); }
  ~Company() { FdTable::WaitForAgreed(true); }
};

uv_fs_t LockOf(uv_fs_type type, int64_t result) {
  uv_fs_t lock = {};
  lock.path = "/data/lock";
  lock.fs_type = type;
  lock.flags = O_CREAT | O_EXCL | O_WRONLY;
  lock.result = result;
  return lock;
}

// A worker has done so, and the program hears of it at once.
void Does(Retries& retries, const uv_fs_t& task, int64_t ms) {
  retries.Ended(task, ms * kMs);
  retries.Made(task, 0, ms * kMs);
}

bool WaitsForLock(Retries& retries, uv_fs_type type) {
  const uv_fs_t lock = LockOf(type, UV_EEXIST);
  return Waits(retries, lock, Retries::QuestionOf(lock, "fs.open(lock)@a.js:1:1#1"));
}

}  // namespace

TEST_CASE("a question is a path, a function and a call site") {
  uv_fs_t request = {};
  request.path = "/a";
  request.fs_type = UV_FS_STAT;
  const uint64_t question = Retries::QuestionOf(request, "fs.stat(a)@b.js:1:1#1");
  REQUIRE(question != 0);
  REQUIRE(Retries::QuestionOf(request, "fs.stat(a)@b.js:1:1#2<12345678") == question);
  REQUIRE(Retries::QuestionOf(request, "fs.stat(a)@b.js:2:1#1") != question);
  request.path = "/b";
  REQUIRE(Retries::QuestionOf(request, "fs.stat(a)@b.js:1:1#1") != question);
  request.fs_type = UV_FS_WRITE;
  REQUIRE(Retries::QuestionOf(request, "") == 0);
  request.path = nullptr;
  request.fs_type = UV_FS_STAT;
  REQUIRE(Retries::QuestionOf(request, "") == 0);
}

TEST_CASE("who removes something does not wait until it is there") {
  uv_fs_t request = {};
  request.path = "/tmp/a";
  request.fs_type = UV_FS_LSTAT;
  REQUIRE(Retries::QuestionOf(request, "fs/promises.rm(a)@a.js:1:1#1/fs.lstat#1") == 0);
  REQUIRE(Retries::QuestionOf(request, "fs.rm@a.js:1:1#1/fs.lstat#1") == 0);
  REQUIRE(Retries::QuestionOf(request, "fs.rmdir(a)@a.js:1:1#1/fs.lstat#1") != 0);
}

TEST_CASE("the program waits for somebody outside when it asks the third time what was refused") {
  Retries retries;
  const auto ask = [&](int64_t ms) {
    nacd::schedule::ProgramTimers::Fired();  // it sleeps between
    retries.Asked(7, ms * kMs);
  };
  for (const int64_t ms : {1000, 1100}) {
    ask(ms);
    retries.Answered(7, true, (ms + 50) * kMs);
    REQUIRE_FALSE(retries.Waiting((ms + 50) * kMs));
    REQUIRE_FALSE(retries.Repeats(7));
  }
  ask(1200);
  REQUIRE(retries.Waiting(1200 * kMs));
  REQUIRE(retries.Repeats(7));
  REQUIRE_FALSE(retries.Repeats(8));
  REQUIRE(retries.Waiting(2100 * kMs));
  REQUIRE_FALSE(retries.Waiting(2300 * kMs));  // it does not ask any more
  ask(2300);
  REQUIRE(retries.Waiting(2400 * kMs));
  retries.Answered(7, false, 2400 * kMs);
  REQUIRE_FALSE(retries.Waiting(2400 * kMs));
}

TEST_CASE("the time for which a question is held is none in which the program sleeps") {
  Retries retries;
  for (const int64_t ms : {5000, 7000, 9000}) {
    nacd::schedule::ProgramTimers::Fired();
    retries.Asked(7, ms * kMs);
    retries.Answered(7, true, (ms + 1500) * kMs);
  }
  REQUIRE(retries.Waiting(12000 * kMs));
  REQUIRE_FALSE(retries.Waiting(12600 * kMs));  // 4 times 500 ms
}

TEST_CASE("what the program does beside its sleep is none of it") {
  Retries retries;
  const bool known = GENERATE(true, false);
  for (const int64_t ms : {500000, 502000, 504000}) {
    if (known) nacd::schedule::ProgramTimers::Fired(50);
    if (!known) nacd::schedule::ProgramTimers::Fired();
    retries.Asked(7, ms * kMs);
    retries.Answered(7, true, (ms + 500) * kMs);
  }
  REQUIRE(retries.Waiting(505400 * kMs));
  REQUIRE(retries.Waiting(507000 * kMs) != known);  // 4 times 50 ms, at least a second where somebody is expected
  REQUIRE(retries.Waiting(510400 * kMs) != known);  // 4 times 1500 ms
  REQUIRE_FALSE(retries.Waiting(510600 * kMs));
}

TEST_CASE("a program that listens between two looks does not only look") {
  Retries retries;
  const bool listens = GENERATE(true, false);
  bool waited = false;
  for (int64_t ms = 600000; ms < 601000; ms += 100) {
    retries.Asked(7, ms * kMs);
    retries.Answered(7, true, (ms + 5) * kMs);
    waited = waited || retries.Waiting((ms + 5) * kMs);
    if (listens) retries.Changed((ms + 10) * kMs);
  }
  REQUIRE(waited != listens);
}

TEST_CASE("a question of long ago is none of these") {
  Retries retries;
  for (int64_t ms = 5000; ms < 100000; ms += 15000) {
    nacd::schedule::ProgramTimers::Fired();
    retries.Asked(7, ms * kMs);
    retries.Answered(7, true, (ms + 10) * kMs);
    REQUIRE_FALSE(retries.Waiting((ms + 10) * kMs));
  }
}

TEST_CASE("questions that come together, or are answered, are no retries") {
  Retries retries;
  for (int i = 0; i < 10; i++) retries.Asked(7, 1000 * kMs + i);
  retries.Answered(7, true, 1100 * kMs);
  REQUIRE_FALSE(retries.Waiting(1100 * kMs));
  for (int64_t ms = 1000; ms < 2000; ms += 100) {
    retries.Asked(8, ms * kMs);
    retries.Answered(8, false, (ms + 10) * kMs);
    REQUIRE_FALSE(retries.Waiting((ms + 10) * kMs));
  }
}

TEST_CASE("an answer may come after further questions") {
  Retries retries;
  for (const int64_t ms : {1000, 1100, 1200, 1300}) {
    nacd::schedule::ProgramTimers::Fired();
    retries.Asked(7, ms * kMs);
  }
  REQUIRE_FALSE(retries.Waiting(1300 * kMs));
  retries.Answered(7, true, 1350 * kMs);
  REQUIRE(retries.Waiting(1350 * kMs));
}

TEST_CASE("a program that does other work each time, and sets no timer, does not wait") {
  Retries retries;
  const auto ask = [&](int64_t ms) {
    retries.Asked(7, ms * kMs);
    retries.Answered(7, true, (ms + 5) * kMs);
    return retries.Waiting((ms + 5) * kMs);
  };
  for (int i = 0; i < 20; i++) {
    REQUIRE_FALSE(ask(1000 + i * 100));
    retries.Done("fs.open(" + std::string(static_cast<size_t>(i), 'x') + ")@a.js:1:1#1");
  }
  SECTION("it sleeps between two looks") {
    nacd::schedule::ProgramTimers::Fired();
    REQUIRE(ask(5000));
    REQUIRE(retries.Waiting(7000 * kMs));  // four times as long as since the last question
  }
  SECTION("its rounds are alike") {
    for (int i = 0; i < 4; i++) {
      REQUIRE(ask(3000 + i * 100) == (i == 3));
      retries.Done("fs.readdir(.)@a.js:2:1#1");
    }
    uv_fs_t written = {};
    written.fs_type = UV_FS_WRITE;
    retries.Made(written, 0, 3306 * kMs);
    REQUIRE_FALSE(retries.Waiting(3306 * kMs));  // the next test has begun
  }
  SECTION("its rounds are alike, and it changes something in each") {
    uv_fs_t removed = {};
    removed.fs_type = UV_FS_UNLINK;
    removed.path = "/tmp/a";
    for (int i = 0; i < 6; i++) {
      REQUIRE_FALSE(ask(3000 + i * 100));
      retries.Done("fs.unlink(a)@a.js:2:1#1");
      retries.Made(removed, 0, (3010 + i * 100) * kMs);
    }
  }
  SECTION("it changes something and sleeps") {
    uv_fs_t removed = {};
    removed.fs_type = UV_FS_UNLINK;
    removed.path = "/tmp/a";
    nacd::schedule::ProgramTimers::Fired();
    REQUIRE(ask(3000));
    retries.Made(removed, 0, 3010 * kMs);
    REQUIRE(retries.Waiting(3010 * kMs));
  }
  SECTION("it does nothing else") {
    ask(3000);
    ask(4000);
    REQUIRE(ask(5000));
    REQUIRE_FALSE(retries.Waiting(6100 * kMs));  // it does not sleep: the time was that of delays
  }
}

TEST_CASE("many that ask the same at once, without a sleep, do not wait") {
  Retries retries;
  const bool at_once = GENERATE(true, false);
  if (at_once) retries.Asked(7, 700000 * kMs);
  bool waited = false;
  for (int64_t ms = 700000; ms < 701000; ms += 100) {
    retries.Asked(7, (ms + 10) * kMs);
    retries.Answered(7, true, (ms + 50) * kMs);
    waited = waited || retries.Waiting((ms + 50) * kMs);
  }
  REQUIRE(waited != at_once);
}

TEST_CASE("many questions do not fill the memory") {
  Retries retries;
  for (uint64_t question = 1; question < 5000; question++) retries.Asked(question, 1000 * kMs);
  for (const int64_t ms : {1000, 1100, 1200}) {
    retries.Asked(7, ms * kMs);
    retries.Answered(7, true, ms * kMs);
  }
  REQUIRE(retries.Waiting(1200 * kMs));
}

TEST_CASE("a folder that is there already and in which the program makes a file is nobody else's") {
  uv_fs_t folder = {};
  folder.path = "/data/db/";
  folder.fs_type = UV_FS_MKDIR;
  folder.result = UV_EEXIST;
  const uint64_t question = Retries::QuestionOf(folder, "fs.mkdir(db)@a.js:1:1#1");
  uv_fs_t file = {};
  file.path = "/data/db/a~";
  file.fs_type = UV_FS_OPEN;
  const auto waits = [&](int flags, int64_t result) {
    file.flags = flags;
    file.result = result;
    return Waits(folder, question, file);
  };
  REQUIRE_FALSE(waits(O_CREAT | O_WRONLY, 3));
  REQUIRE(waits(O_RDONLY, 3));                    // a lock, whose owner it reads
  REQUIRE(waits(O_CREAT | O_WRONLY, UV_EACCES));  // it could not
  file.path = "/data/other";
  REQUIRE(waits(O_CREAT | O_WRONLY, 3));
  file.path = nullptr;
  file.new_path = "/data/db/b";
  file.fs_type = UV_FS_RENAME;
  REQUIRE_FALSE(waits(0, 0));
}

TEST_CASE("a missing file that the program makes itself is nobody else's") {
  uv_fs_t look = {};
  look.path = "/data/a.db";
  look.fs_type = UV_FS_STAT;
  look.result = UV_ENOENT;
  const uint64_t question = Retries::QuestionOf(look, "fs.stat(a.db)@a.js:1:1#1");
  uv_fs_t made = {};
  made.fs_type = UV_FS_RENAME;
  made.path = "/data/a.db~";
  made.new_path = "/data/a.db";
  REQUIRE_FALSE(Waits(look, question, made));
  made.new_path = "/data/b.db";
  REQUIRE(Waits(look, question, made));
  made.fs_type = UV_FS_UNLINK;
  made.path = "/data/a.db";
  REQUIRE(Waits(look, question, made));  // it may wait until another one makes the file anew
}

TEST_CASE("a relative path and its absolute one are the same", "[loop]") {
  char folder[PATH_MAX];
  REQUIRE(getcwd(folder, sizeof folder));
  const std::string absolute = std::string(folder) + "/data";
  uv_fs_t look = {};
  look.path = absolute.c_str();
  look.fs_type = UV_FS_MKDIR;
  look.result = UV_EEXIST;
  const uint64_t question = Retries::QuestionOf(look, "fs.mkdir(data)@a.js:1:1#1");
  uv_fs_t made = {};
  made.fs_type = UV_FS_OPEN;
  made.flags = O_CREAT | O_WRONLY;
  made.path = GENERATE("data/file", "./data/file");
  REQUIRE_FALSE(Waits(look, question, made));
  made.path = "other/file";
  REQUIRE(Waits(look, question, made));
}

TEST_CASE(
    "a thread that looks itself waits for somebody outside only if it sleeps between, until the program makes the "
    "file") {
  Retries retries;
  const auto look = [&](int64_t ms) { retries.Looked("/tmp/nacd-made", true, ms * kMs); };
  for (const int64_t ms : {1000, 1100, 1200, 1300}) look(ms);
  REQUIRE_FALSE(retries.Waiting(1301 * kMs));
  for (const int64_t ms : {1400, 1500, 1600}) {
    nacd::schedule::ProgramTimers::Fired();
    look(ms);
  }
  REQUIRE(retries.Waiting(1601 * kMs));
  uv_fs_t made = {};
  made.path = "/tmp/nacd-made";
  made.fs_type = UV_FS_OPEN;
  made.flags = O_WRONLY | O_CREAT;
  retries.Made(made, 0, 1610 * kMs);
  REQUIRE_FALSE(retries.Waiting(1611 * kMs));
}

// Other tests have met somebody, which is for good.
TEST_CASE("a lock is waited for only if another one may have made it or may remove it", "[loop][.alone]") {
  const auto type = GENERATE(UV_FS_OPEN, UV_FS_MKDIR);
  Retries retries;
  SECTION("the program has it") {
    const Company none(false);
    Does(retries, LockOf(type, 3), 900);
    REQUIRE_FALSE(WaitsForLock(retries, type));
  }
  SECTION("the program has it, but somebody may be there to remove it") {
    const Company any(true);
    Does(retries, LockOf(type, 3), 900);
    REQUIRE(WaitsForLock(retries, type));
  }
  SECTION("the program has it, and does not know of it yet") {
    const Company none(false);
    retries.Ended(LockOf(type, 3), 900 * kMs);
    REQUIRE_FALSE(WaitsForLock(retries, type));
  }
  SECTION("the program had it when it asked, and has removed it by the time of the answers") {
    const Company none(false);
    Does(retries, LockOf(type, 3), 900);
    Does(retries, LockOf(UV_FS_UNLINK, 0), 1600);
    REQUIRE_FALSE(WaitsForLock(retries, type));
  }
  SECTION("another one has it") {
    const Company none(false);
    REQUIRE(WaitsForLock(retries, type));
  }
  SECTION("the program had it and has removed it") {
    const Company none(false);
    Does(retries, LockOf(type, 3), 900);
    Does(retries, LockOf(GENERATE(UV_FS_UNLINK, UV_FS_RMDIR, UV_FS_RENAME), 0), 950);
    REQUIRE(WaitsForLock(retries, type));
  }
}

// In a process of its own, too, as the one before.
TEST_CASE("a thread that looks for many files in each round searches, unless somebody outside may make them",
          "[loop][.alone]") {
  const auto waits = [](int files) {
    Retries retries;
    for (int64_t ms = 1000; ms < 1500; ms += 100) {
      nacd::schedule::ProgramTimers::Fired();
      for (int i = 0; i < files; i++) retries.Looked("/tmp/nacd-settings-" + std::to_string(i), true, ms * kMs);
    }
    return retries.Waiting(1401 * kMs);
  };
  const Company nobody(false);
  REQUIRE(waits(8));
  REQUIRE_FALSE(waits(20));
  FdTable::WaitForAgreed(true);
  REQUIRE(waits(20));
}
