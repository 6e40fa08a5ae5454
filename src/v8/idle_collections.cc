#include "v8/idle_collections.h"

#include "v8/v8_symbols.h"

namespace nacd::v8access {

void DoNotCollectWhenIdle() {
  void (*set_flags)(const char* flags) = nullptr;
  if (Find("_ZN2v82V818SetFlagsFromStringEPKc", &set_flags)) set_flags("--gc-memory-reducer-start-delay-ms=2000000000");
}

}  // namespace nacd::v8access
