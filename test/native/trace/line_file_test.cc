#include "trace/line_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "../folder.h"

using namespace nacd;

namespace {

std::string LineOf(int number) { return "{\"number\":" + std::to_string(number) + "}"; }

// The lines up to the first empty one, as readers of traces see them.
std::vector<std::string> LinesOf(const std::string& file) {
  std::ifstream text(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line) && !line.empty();) lines.push_back(line);
  return lines;
}

// Runs `body` in a child of its own. Returns its status as of wait().
int InChild(const std::function<void()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    body();
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

bool Ended(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 0; }

// A real refusal of mmap(), as of a file system that cannot map files.
void LetNothingBeMapped() {
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_AS, &none);
}

}  // namespace

TEST_CASE("a file that cannot be mapped has all lines, also of a process that is killed") {
  const Folder folder;
  const int status = InChild([&] {
    auto* file = new trace::LineFile(folder.File("t"));
    const std::string line = LineOf(7);
    LetNothingBeMapped();
    for (int i = 0; i < 5000; i++) file->Append(line);
    raise(SIGKILL);
  });
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGKILL);
  const auto lines = LinesOf(folder.File("t"));
  CHECK(lines == std::vector<std::string>(5000, LineOf(7)));
  CHECK(folder.Read("t").size() == 5000 * (LineOf(7).size() + 1));
}

TEST_CASE("a file that can no longer be mapped goes on where it was") {
  const Folder folder;
  const int status = InChild([&] {
    trace::LineFile file(folder.File("t"));
    for (int i = 0; i < 100; i++) file.Append(LineOf(i));
    std::string big(300 * 1024, 'x');
    LetNothingBeMapped();
    file.Append(big);
    for (int i = 100; i < 200; i++) file.Append(LineOf(i));
  });
  REQUIRE(Ended(status));
  const auto lines = LinesOf(folder.File("t"));
  REQUIRE(lines.size() == 201);
  for (int i = 0; i < 200; i++) CHECK(lines[static_cast<size_t>(i < 100 ? i : i + 1)] == LineOf(i));
  CHECK(lines[100].size() == 300 * 1024);
}

TEST_CASE("a pipe is written a line at a time, and a device is no fault") {
  const Folder folder;
  REQUIRE(mkfifo(folder.File("t").c_str(), 0600) == 0);
  const int reader = open(folder.File("t").c_str(), O_RDONLY | O_NONBLOCK);
  {
    trace::LineFile file(folder.File("t"));
    for (int i = 0; i < 10; i++) file.Append(LineOf(i));
    CHECK(file.ok());
    CHECK(file.size() == 10 * (LineOf(0).size() + 1));
  }
  std::string all(4096, '\0');
  const ssize_t size = read(reader, all.data(), all.size());
  close(reader);
  REQUIRE(size > 0);
  all.resize(static_cast<size_t>(size));
  std::string expected;
  for (int i = 0; i < 10; i++) expected += LineOf(i) + "\n";
  CHECK(all == expected);
  trace::LineFile null("/dev/null");
  null.Append(LineOf(1));
  CHECK(null.ok());
}

TEST_CASE("a file that another process shortens loses lines, and the writer goes on") {
  const size_t cut = GENERATE(0, 5, 4096, 100 * 1024, 300 * 1024);
  CAPTURE(cut);
  const Folder folder;
  constexpr int kBefore = 30000, kAfter = 60000;
  const int status = InChild([&] {
    freopen("/dev/null", "w", stderr);
    trace::LineFile file(folder.File("t"));
    for (int i = 0; i < kBefore; i++) file.Append(LineOf(i));
    if (truncate(folder.File("t").c_str(), static_cast<off_t>(cut)) != 0) _exit(1);
    for (int i = kBefore; i < kAfter; i++) file.Append(LineOf(i));
    if (!file.ok()) _exit(2);
  });
  REQUIRE(Ended(status));
  const auto lines = LinesOf(folder.File("t"));
  REQUIRE(lines.size() > 1);
  CHECK(lines.back() == LineOf(kAfter - 1));
  // The earlier lines are there still, and from the next page on no line is missing.
  if (cut > 4096) CHECK(lines[100] == LineOf(100));
  const std::string first = LineOf(kAfter - 20000);
  const auto found = std::find(lines.begin(), lines.end(), first);
  REQUIRE(found != lines.end());
  for (int i = 0; i < 20000; i++) REQUIRE(found[i] == LineOf(kAfter - 20000 + i));
}

TEST_CASE("a file is never made longer than its lines by its end") {
  const Folder folder;
  {
    trace::LineFile file(folder.File("t"));
    for (int i = 0; i < 10; i++) file.Append(LineOf(i));
    REQUIRE(truncate(folder.File("t").c_str(), 24) == 0);
  }
  CHECK(folder.Read("t").size() == 24);
}

namespace {

volatile sig_atomic_t g_seen = 0;

// Writes to a page that its file does not have.
void Fault(const Folder& folder) {
  const int fd = open(folder.File("other").c_str(), O_CREAT | O_RDWR, 0600);
  auto* page = static_cast<volatile char*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  *page = 1;
}

void Trace(const Folder& folder) {
  trace::LineFile file(folder.File("t"));
  file.Append(LineOf(1));
}

}  // namespace

TEST_CASE("faults of others, and signals that are sent, have the effect that they had") {
  const Folder folder;
  const int fault = InChild([&] {
    signal(SIGBUS, SIG_DFL);
    Trace(folder);
    Fault(folder);
  });
  CHECK((WIFSIGNALED(fault) && WTERMSIG(fault) == SIGBUS));
  const int sent = InChild([&] {
    signal(SIGBUS, SIG_DFL);
    Trace(folder);
    raise(SIGBUS);
  });
  CHECK((WIFSIGNALED(sent) && WTERMSIG(sent) == SIGBUS));
  const int handled = InChild([&] {
    signal(SIGBUS, [](int) { g_seen = 1; });
    Trace(folder);
    raise(SIGBUS);
    _exit(g_seen == 1 ? 0 : 1);
  });
  CHECK(Ended(handled));
  const int ignored = InChild([&] {
    signal(SIGBUS, SIG_IGN);
    Trace(folder);
    raise(SIGBUS);
  });
  CHECK(Ended(ignored));
}
