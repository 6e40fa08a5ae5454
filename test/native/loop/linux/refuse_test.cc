#include "loop/linux/refuse.h"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>

namespace nacd::loop {

TEST_CASE("a refusal is one line and status 2, whatever the program does at its end", "[loop]") {
  int fds[2];
  REQUIRE(pipe(fds) == 0);
  const pid_t child = fork();
  if (child == 0) {
    dup2(fds[1], STDERR_FILENO);
    atexit([] { _exit(0); });
    Refuse("the pool is odd");
  }
  close(fds[1]);
  char text[256] = {};
  ssize_t size = 0;
  for (ssize_t more; (more = read(fds[0], text + size, sizeof text - 1 - size)) > 0;) size += more;
  close(fds[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 2);
  CHECK(std::string(text) == "nacd: the event loop cannot be controlled here: the pool is odd; use NACD_ENGINE=api\n");
}

}  // namespace nacd::loop
