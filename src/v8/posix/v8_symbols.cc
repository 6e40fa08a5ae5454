#include "v8/v8_symbols.h"

#include <dlfcn.h>

namespace nacd::v8access {

void* SymbolOf(const char* name) { return dlsym(RTLD_DEFAULT, name); }

}  // namespace nacd::v8access
