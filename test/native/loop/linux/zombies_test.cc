#include "loop/linux/zombies.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cerrno>
#include <functional>
#include <vector>

using namespace nacd::loop;

namespace {

pid_t Fork(const std::function<void()>& run) {
  const pid_t pid = fork();
  if (pid == 0) {
    run();
    _exit(0);
  }
  return pid;
}

// As libuv asks, until the child has ended.
int StatusOf(pid_t pid) {
  int status = -1;
  pid_t found = 0;
  while ((found = WaitPid(pid, &status, WNOHANG)) == 0) usleep(1000);
  REQUIRE(found == pid);
  return status;
}

bool IsThere(pid_t pid) { return kill(pid, 0) == 0; }

}  // namespace

TEST_CASE("a kept child is there after its end is told") {
  const pid_t pid = Fork([] { _exit(7); });
  KeepZombie(pid);
  const int status = StatusOf(pid);
  REQUIRE(WIFEXITED(status));
  REQUIRE(WEXITSTATUS(status) == 7);
  REQUIRE(IsThere(pid));
  ReapZombie(pid);
  REQUIRE_FALSE(IsThere(pid));
  ReapZombie(pid);
}

TEST_CASE("a signal that ended a kept child is told") {
  const pid_t pid = Fork([] { pause(); });
  KeepZombie(pid);
  int status = 0;
  REQUIRE(WaitPid(pid, &status, WNOHANG) == 0);
  kill(pid, SIGKILL);
  status = StatusOf(pid);
  REQUIRE(WIFSIGNALED(status));
  REQUIRE(WTERMSIG(status) == SIGKILL);
  ReapZombie(pid);
  REQUIRE_FALSE(IsThere(pid));
}

TEST_CASE("other children are reaped at once") {
  const pid_t pid = Fork([] { _exit(3); });
  REQUIRE(WEXITSTATUS(StatusOf(pid)) == 3);
  REQUIRE_FALSE(IsThere(pid));
  REQUIRE(WaitPid(pid, nullptr, WNOHANG) == -1);
  REQUIRE(errno == ECHILD);
}

TEST_CASE("a child that was not reported is left alone") {
  const pid_t pid = Fork([] { _exit(5); });
  KeepZombie(pid);
  ReapZombie(pid);
  REQUIRE(WEXITSTATUS(StatusOf(pid)) == 5);
  REQUIRE_FALSE(IsThere(pid));
}

TEST_CASE("many kept children") {
  std::vector<pid_t> pids;
  for (int i = 0; i < 40; i++) pids.push_back(Fork([i] { _exit(i); }));
  for (const pid_t pid : pids) KeepZombie(pid);
  for (int i = 0; i < 40; i++) REQUIRE(WEXITSTATUS(StatusOf(pids[i])) == i);
  for (const pid_t pid : pids) REQUIRE(IsThere(pid));
  for (const pid_t pid : pids) ReapZombie(pid);
  for (const pid_t pid : pids) REQUIRE_FALSE(IsThere(pid));
}

TEST_CASE("all kept children that have ended are reaped at once, and no others") {
  const pid_t ended = Fork([] { _exit(2); }), running = Fork([] { pause(); });
  KeepZombie(ended);
  KeepZombie(running);
  StatusOf(ended);
  ReapZombies();
  REQUIRE_FALSE(IsThere(ended));
  kill(running, SIGKILL);
  REQUIRE(WTERMSIG(StatusOf(running)) == SIGKILL);
  REQUIRE_FALSE(IsThere(running));
}
