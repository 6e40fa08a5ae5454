#include "v8/v8_symbols.h"

#include <dlfcn.h>

#if defined(__linux__)
#include <link.h>
#endif

#include <cstddef>
#include <cstdint>

namespace nacd::v8access {

#if defined(__linux__)
namespace {

int HasSegmentAt(dl_phdr_info* info, size_t, void* address) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    if (reinterpret_cast<uintptr_t>(address) - (info->dlpi_addr + header.p_vaddr) < header.p_memsz) return 1;
  }
  return 0;
}

}  // namespace
#endif

void* SymbolOf(const char* name) { return dlsym(RTLD_DEFAULT, name); }

// The library is enough. dladdr() also looks for the nearest symbol, which takes a tenth of a millisecond in Node's.
bool IsInLibrary(const void* address) {
#if defined(__linux__)
  return dl_iterate_phdr(&HasSegmentAt, const_cast<void*>(address)) != 0;
#else
  Dl_info about;
  return dladdr(address, &about) != 0;
#endif
}

}  // namespace nacd::v8access
