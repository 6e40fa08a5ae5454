// Finds other copies of this addon in the process: two versions of the package in one tree, or a copied folder. Two
// copies would put their functions in each other's import slots and call each other without end.
#include "loop/linux/copies.h"

#include <link.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "loop/engine.h"

namespace nacd::loop {
namespace {

bool IsNamedLikeUs(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name == "nacd_native.node" || name == "nacd-native.node";
}

bool IsUs(const dl_phdr_info& info) {
  const auto own = reinterpret_cast<uintptr_t>(&FirstCopy);
  for (int i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info.dlpi_phdr[i];
    const uintptr_t begin = info.dlpi_addr + header.p_vaddr;
    if (header.p_type == PT_LOAD && own >= begin && own < begin + header.p_memsz) return true;
  }
  return false;
}

// Objects come in the order in which they were loaded, so what is found before us was there first.
int Look(dl_phdr_info* info, size_t, void* data) {
  if (IsUs(*info)) return 1;
  if (!info->dlpi_name || !IsNamedLikeUs(info->dlpi_name)) return 0;
  *static_cast<std::string*>(data) = info->dlpi_name;
  return 1;
}

std::string Find() {
  std::string first;
  dl_iterate_phdr(&Look, &first);
  return first;
}

bool IsAddon(std::string_view name) { return name.ends_with(".node"); }

int LookForAddon(dl_phdr_info* info, size_t, void* found) {
  if (IsUs(*info)) return 1;
  if (info->dlpi_name && IsAddon(info->dlpi_name)) *static_cast<bool*>(found) = true;
  return 0;
}

}  // namespace

bool AddonsBeforeUs() {
  bool found = false;
  dl_iterate_phdr(&LookForAddon, &found);
  return found;
}

std::string FirstCopy() {
  static const std::string first = Find();
  return first;
}

}  // namespace nacd::loop
