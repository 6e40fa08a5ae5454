#include "names/temporary_names.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

namespace nacd::names {
namespace {

constexpr size_t kRandomLetters = 6;  // what mkdtemp(3) replaces

std::mutex g_mutex;
std::atomic<bool> g_any{false};
std::set<std::string, std::less<>>& Names() {
  static auto* names = new std::set<std::string, std::less<>>;  // never destroyed: threads run until the process ends
  return *names;
}

}  // namespace

void AddTemporary(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);  // npos + 1 is 0
  std::lock_guard lock(g_mutex);
  Names().insert(std::string(path));
  g_any.store(true, std::memory_order_release);
}

std::string WithoutRandomLetters(std::string_view path) {
  if (!g_any.load(std::memory_order_acquire)) return std::string(path);
  std::lock_guard lock(g_mutex);
  std::string result;
  while (true) {
    const std::string_view part = path.substr(0, path.find('/'));
    const bool temporary = part.size() >= kRandomLetters && Names().contains(part);
    (result += part.substr(0, part.size() - (temporary ? kRandomLetters : 0))) += temporary ? "*" : "";
    if (part.size() == path.size()) return result;
    result += '/';
    path.remove_prefix(part.size() + 1);
  }
}

bool IsInTemporary(std::string_view path) {
  if (!g_any.load(std::memory_order_acquire)) return false;
  std::lock_guard lock(g_mutex);
  while (true) {
    const std::string_view part = path.substr(0, path.find('/'));
    if (Names().contains(part)) return true;
    if (part.size() == path.size()) return false;
    path.remove_prefix(part.size() + 1);
  }
}

}  // namespace nacd::names
