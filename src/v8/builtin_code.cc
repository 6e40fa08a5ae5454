#include "v8/builtin_code.h"

#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>

#include "v8/v8_symbols.h"

namespace nacd::hooks {
namespace {

// A line of /proc/self/maps: memory that is mapped from a file.
struct Mapping {
  uintptr_t start = 0;
  uintptr_t end = 0;
  bool executable = false;
  std::string file;  // device and inode

  explicit Mapping(const char* line) {
    char access[8] = "";
    char device[32] = "";
    unsigned long inode = 0;
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %7s %*s %31s %lu", &start, &end, access, device, &inode) != 5) return;
    executable = access[2] == 'x';
    if (inode != 0) file = std::string(device) + ' ' + std::to_string(inode);
  }
};

std::vector<Mapping> ExecutableFiles() {
  std::vector<Mapping> mappings;
  const std::unique_ptr<FILE, int (*)(FILE*)> maps(fopen("/proc/self/maps", "re"), fclose);
  char line[8192];  // a path may be as long as half of it
  while (maps && fgets(line, sizeof line, maps.get())) {
    Mapping mapping(line);
    if (mapping.executable && !mapping.file.empty()) mappings.push_back(std::move(mapping));
  }
  return mappings;
}

}  // namespace

void BuiltinCode::Learn(void* isolate) {
  void (*get_range)(void* isolate, const void** start, size_t* size) = nullptr;
  if (!Find("_ZN2v87Isolate20GetEmbeddedCodeRangeEPPKvPm", &get_range)) return;
  const void* embedded = nullptr;
  size_t size = 0;
  get_range(isolate, &embedded, &size);
  const auto text = reinterpret_cast<uintptr_t>(embedded);
  const std::vector<Mapping> mappings = ExecutableFiles();
  std::string program;
  for (const Mapping& mapping : mappings) {
    if (text >= mapping.start && text < mapping.end) program = mapping.file;
  }
  // V8 maps its copies from the file of the program. Where there are none it has been told not to make any, or it has
  // made one that can't be told from the code it compiles.
  bool copied = false;
  for (const Mapping& mapping : mappings) {
    if (mapping.file != program) continue;
    ranges_.push_back({mapping.start, mapping.end});
    copied = copied || (mapping.end - mapping.start >= size && (text < mapping.start || text >= mapping.end));
  }
  if (!copied) ranges_.clear();
}

}  // namespace nacd::hooks
