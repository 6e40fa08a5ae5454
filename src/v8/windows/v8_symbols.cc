#include "v8/v8_symbols.h"

namespace nacd::v8access {

void* SymbolOf(const char*) { return nullptr; }

bool IsInLibrary(const void*) { return false; }

}  // namespace nacd::v8access
