#include "v8/idle_collections.h"

#include <cstdlib>

#include "v8/v8_symbols.h"

namespace nacd::v8access {

namespace {

// V8 writes a line about a flag that it does not know: that of Node 20 (V8 11) has no number of such collections.
bool KnowsTheirNumber() {
  const char* (*version)() = nullptr;
  return Find("_ZN2v82V810GetVersionEv", &version) && std::atoi(version()) >= 12;
}

}  // namespace

void DoNotCollectWhenIdle() {
  void (*set_flags)(const char* flags) = nullptr;
  if (!Find("_ZN2v82V818SetFlagsFromStringEPKc", &set_flags)) return;
  set_flags("--gc-memory-reducer-start-delay-ms=2000000000");
  // The delay of one that V8 has planned by now has begun. That one finds that there were enough; where V8 has no
  // number of them, that none may be made in steps, as it would be. Those for want of memory then take one step each.
  set_flags(KnowsTheirNumber() ? "--memory-reducer-gc-count=0" : "--no-incremental-marking");
}

}  // namespace nacd::v8access
