#include "loop/linux/objects.h"

#include <dlfcn.h>
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

// Returns true if `code` lies in the object that has the function `known`.
bool IsBeside(const char* known, const void* code) {
  const Range object = ObjectOf(code);
  return object.Contains(reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, known)));
}

}  // namespace

Range ObjectOf(const void* address) { return Search(address).found; }

bool IsOfLibuv(const void* code) { return IsBeside("uv_queue_work", code); }

bool IsOfNode(const void* code) {
  return IsOfLibuv(code) || IsBeside("napi_create_async_work", code) || IsBeside("ares_init_options", code);
}

std::string FileOf(const void* address) { return Search(address).file; }

}  // namespace nacd::loop
