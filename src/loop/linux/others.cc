#include "loop/linux/others.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "loop/linux/fd_flags.h"

namespace nacd::loop {
namespace {

constexpr size_t kMostChildren = 256;
constexpr int kMostScans = 64;  // each reads a file of every process of the system
constexpr size_t kMostAncestors = 64;
constexpr size_t kMostEnvironment = 128 << 10;

enum class Left { kNobody, kSomebody, kUnknown };

std::array<std::atomic<pid_t>, kMostChildren> g_children;
std::atomic<int> g_running{0};
std::atomic<bool> g_met{false};
std::atomic<uint64_t> g_first_start{0};  // in the clock ticks of /proc/PID/stat
std::atomic<Left> g_left{Left::kNobody};
std::atomic<int> g_scans{0};

void Appear() {
  fd_flags::CountExposure();
  fd_flags::Change();
}

uint64_t TicksNow() {
  timespec now = {};
  clock_gettime(CLOCK_BOOTTIME, &now);
  const auto ticks = static_cast<uint64_t>(sysconf(_SC_CLK_TCK));
  return static_cast<uint64_t>(now.tv_sec) * ticks + static_cast<uint64_t>(now.tv_nsec) * ticks / 1000000000;
}

struct OtherProcess {
  char state = '\0';
  pid_t parent = 0;
  uint64_t started = 0;
};

std::string ProcFile(const std::string& pid, const char* name, size_t most) {
  const int fd = open(("/proc/" + pid + '/' + name).c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  std::string text(most, '\0');
  const ssize_t size = read(fd, text.data(), most);
  close(fd);
  text.resize(std::max<ssize_t>(0, size));
  return text;
}

bool ReadStat(pid_t pid, OtherProcess* process) {
  constexpr int kFieldsUntilStart = 17;  // after the parent
  const std::string text = ProcFile(std::to_string(pid), "stat", 512);
  const char* name_end = strrchr(text.c_str(), ')');
  if (!name_end || strlen(name_end) < 4) return false;
  process->state = name_end[2];
  char* at = nullptr;
  process->parent = static_cast<pid_t>(strtol(name_end + 3, &at, 10));
  for (int i = 0; i < kFieldsUntilStart && at; i++) at = strchr(at + 1, ' ');
  if (!at) return false;
  process->started = strtoull(at, nullptr, 10);
  return true;
}

std::string ProgramOf(const std::string& pid) {
  char path[PATH_MAX];
  const ssize_t size = readlink(("/proc/" + pid + "/exe").c_str(), path, sizeof path);
  return size <= 0 ? std::string() : std::string(path, size);
}

// A process whose parent ends gets another one: the first process, or an ancestor that has asked for it, which no
// Node.js does.
std::vector<pid_t> Adopters() {
  std::vector<pid_t> adopters = {getpid(), 1};
  const std::string own = ProgramOf("self");
  OtherProcess process;
  for (pid_t pid = getppid(); pid > 1 && adopters.size() < kMostAncestors; pid = process.parent) {
    const std::string program = ProgramOf(std::to_string(pid));
    if (program.empty() || program != own) adopters.push_back(pid);
    if (!ReadStat(pid, &process)) break;
  }
  return adopters;
}

// Children have the variables of this process. False where this one has none of ours.
bool IsForeign(const std::string& pid) {
  constexpr const char* kOurs = "NACD_";
  static const bool marked = ProcFile("self", "environ", kMostEnvironment).find(kOurs) != std::string::npos;
  const std::string text = ProcFile(pid, "environ", kMostEnvironment);
  const bool overwritten = text.empty() || text.find('=') == std::string::npos;  // by a program that sets its title
  return marked && !overwritten && text.find(kOurs) == std::string::npos;
}

// Looks for processes that have lost their parent, and began after this process's first child.
Left Scan() {
  if (g_scans.fetch_add(1) >= kMostScans) return Left::kSomebody;
  DIR* folder = opendir("/proc");
  if (!folder) return Left::kSomebody;
  const std::vector<pid_t> adopters = Adopters();
  auto found = Left::kNobody;
  while (const dirent* entry = readdir(folder)) {
    const auto pid = static_cast<pid_t>(strtol(entry->d_name, nullptr, 10));
    OtherProcess process;
    if (pid <= 1 || pid == getpid() || !ReadStat(pid, &process)) continue;
    const bool ended = process.state == 'Z' || process.state == 'X';
    if (ended || process.started < g_first_start.load()) continue;
    if (std::find(adopters.begin(), adopters.end(), process.parent) == adopters.end()) continue;
    if (!IsForeign(entry->d_name)) found = Left::kSomebody;
  }
  closedir(folder);
  return found;
}

}  // namespace

void Others::OnForking() {
  uint64_t none = 0;
  if (g_first_start.load() == 0) g_first_start.compare_exchange_strong(none, std::max<uint64_t>(1, TicksNow()));
  if (g_running.fetch_add(1) == 0) Appear();
}

void Others::OnForked(pid_t pid) {
  if (pid < 0) {
    g_running.fetch_sub(1);
    return;
  }
  for (auto& child : g_children) {
    pid_t none = 0;
    if (child.compare_exchange_strong(none, pid)) return;
  }
  Meet();
}

void Others::OnEnded(pid_t pid) {
  for (auto& child : g_children) {
    pid_t known = pid;
    if (!child.compare_exchange_strong(known, 0)) continue;
    g_left.store(Left::kUnknown);  // first: nobody asks as long as children run
    g_running.fetch_sub(1);
    return;
  }
}

void Others::Meet() {
  if (!g_met.exchange(true)) Appear();
}

bool Others::Any() {
  if (g_met.load() || g_running.load() > 0) return true;
  if (g_left.load() == Left::kUnknown) {
    const int error = errno;
    Left unknown = Left::kUnknown;
    g_left.compare_exchange_strong(unknown, Scan());
    errno = error;
  }
  return g_left.load() != Left::kNobody;
}

}  // namespace nacd::loop
