#include "loop/helpers.h"

#include <atomic>

namespace nacd::loop {
namespace {

std::atomic<bool> g_compiling{false};
std::atomic<bool> g_may_compile{false};

}  // namespace

void BeforeCompiling() { g_compiling.store(true); }

void MayCompile() { g_may_compile.store(true); }

bool HelpersAreHeard() { return g_compiling.load() || g_may_compile.load(); }

void HelpersHaveRested() { g_compiling.store(false); }

}  // namespace nacd::loop
