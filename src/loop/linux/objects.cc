#include "loop/linux/objects.h"

#include <link.h>

#include <algorithm>

namespace nacd::loop {
namespace {

struct ObjectSearch {
  uintptr_t address;
  Range found;
  std::string file;
};

int FindObject(dl_phdr_info* info, size_t, void* data) {
  auto* search = static_cast<ObjectSearch*>(data);
  Range object{UINTPTR_MAX, 0};
  bool inside = false;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    const Range segment{info->dlpi_addr + header.p_vaddr, info->dlpi_addr + header.p_vaddr + header.p_memsz};
    inside = inside || segment.Contains(search->address);
    object = {std::min(object.start, segment.start), std::max(object.end, segment.end)};
  }
  if (!inside) return 0;
  search->found = object;
  search->file = info->dlpi_name;
  return 1;
}

ObjectSearch Search(const void* address) {
  ObjectSearch search{reinterpret_cast<uintptr_t>(address), {}, {}};
  dl_iterate_phdr(&FindObject, &search);
  return search;
}

}  // namespace

Range ObjectOf(const void* address) { return Search(address).found; }

std::string FileOf(const void* address) { return Search(address).file; }

}  // namespace nacd::loop
