#include "v8/scripts.h"

#include <algorithm>
#include <iterator>

namespace nacd::v8access {
namespace {

// Node's modules that call on behalf of others. Kept like TRANSPARENT in lib/preload/glue/callers.js.
constexpr std::string_view kTransparent[] = {
    "node:internal/util",
    "node:internal/timers",
    "node:timers",
    "node:internal/process/task_queues",
    "node:events",
    "node:domain",
    "node:async_hooks",
    "node:internal/async_hooks",
    "node:internal/process/promises",
    "node:internal/async_local_storage/async_hooks",
    "node:internal/async_local_storage/async_context_frame",
    "node:diagnostics_channel",
    "node:internal/event_target",
};

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

}  // namespace

std::string ScriptPath(std::string name) {
  constexpr std::string_view kScheme = "file://";
  if (name.rfind(kScheme, 0) != 0) return name;
  std::string path;
  for (size_t at = kScheme.size(); at < name.size(); at++) {
    const bool escaped =
        name[at] == '%' && at + 2 < name.size() && HexDigit(name[at + 1]) >= 0 && HexDigit(name[at + 2]) >= 0;
    if (!escaped) {
      path += name[at];
      continue;
    }
    path += static_cast<char>(HexDigit(name[at + 1]) * 16 + HexDigit(name[at + 2]));
    at += 2;
  }
  return path;
}

ScriptKind KindOfScript(const std::string& path, const std::string& own_directory) {
  if (path.empty()) return ScriptKind::kUnknown;
  if (path.rfind("node:", 0) == 0) {
    const bool transparent =
        std::find(std::begin(kTransparent), std::end(kTransparent), path) != std::end(kTransparent);
    return transparent ? ScriptKind::kTransparent : ScriptKind::kNode;
  }
  if (path.rfind(own_directory, 0) == 0) return ScriptKind::kOwn;
  return path.find("/node_modules/") == std::string::npos ? ScriptKind::kUser : ScriptKind::kPackage;
}

bool BelongsTo(const std::vector<std::string>& packages, std::string_view path) {
  constexpr std::string_view kPackages = "/node_modules/";
  const size_t at = path.rfind(kPackages);
  if (at == std::string_view::npos) return false;
  path.remove_prefix(at + kPackages.size());
  return std::any_of(packages.begin(), packages.end(),
                     [path](const std::string& beginning) { return path.starts_with(beginning); });
}

}  // namespace nacd::v8access
