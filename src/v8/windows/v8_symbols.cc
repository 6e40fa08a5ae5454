#include "v8/v8_symbols.h"

namespace nacd::v8access {

void* SymbolOf(const char*) { return nullptr; }

}  // namespace nacd::v8access
