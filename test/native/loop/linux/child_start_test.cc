// A child is stopped before its program's first instruction, by the pipe that closes then.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "loop/linux/held_children.h"

namespace nacd::loop {
namespace {

// Forks as libuv's spawn does: `child` runs in the child, with the pipe's writing end. Returns what is read there.
template <typename Child>
ssize_t Fork(pid_t* pid, Child child) {
  int ends[2];
  REQUIRE(pipe2(ends, O_CLOEXEC) == 0);
  HeldChildren::Start start = {ends[0], ends[1]};
  REQUIRE(pipe2(start.go, O_CLOEXEC) == 0);
  *pid = fork();
  if (*pid == 0) {
    HeldChildren::PrepareChild(start);
    child(ends[1]);
    _exit(127);
  }
  HeldChildren::LetChildBegin(start);
  usleep(20000);  // a parent that is not run for long
  close(ends[1]);
  char told = 0;
  const ssize_t size = read(ends[0], &told, 1);
  close(ends[0]);
  return size;
}

}  // namespace

TEST_CASE("a child stops as its program begins, and goes on when it is continued", "[loop]") {
  pid_t pid = 0;
  REQUIRE(Fork(&pid, [](int) { execlp("true", "true", nullptr); }) == 0);
  int status = 0;
  REQUIRE(waitpid(pid, &status, WUNTRACED) == pid);
  CHECK(WIFSTOPPED(status));
  kill(pid, SIGCONT);
  REQUIRE(waitpid(pid, &status, 0) == pid);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a child whose program cannot be run is not stopped as it says so", "[loop]") {
  pid_t pid = 0;
  const ssize_t size = Fork(&pid, [](int end) {
    HeldChildren::BeforeChildWrites();
    if (write(end, "x", 1) != 1) _exit(1);
  });
  REQUIRE(size == 1);
  int status = 0;
  REQUIRE(waitpid(pid, &status, WUNTRACED) == pid);
  CHECK(WIFEXITED(status));
}

}  // namespace nacd::loop
