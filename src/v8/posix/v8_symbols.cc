#include "v8/v8_symbols.h"

#include <dlfcn.h>

namespace nacd::v8access {

void* SymbolOf(const char* name) { return dlsym(RTLD_DEFAULT, name); }

bool IsInLibrary(const void* address) {
  Dl_info about;
  return dladdr(address, &about) != 0;
}

}  // namespace nacd::v8access
