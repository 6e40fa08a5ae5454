// Finds V8's functions by the mangled names under which Node exports them. V8's headers are not used: they would bind
// the addon to one version of Node. All functions named in this folder are there from Node 20 to 26. Each header here
// says what happens where one is missing.
#pragma once

#include <dlfcn.h>

namespace nacd::v8access {

// Sets `function` to the symbol that the process exports under the mangled `name`, or to null. Returns true if it is
// there.
template <typename Function>
bool Find(const char* name, Function* function) {
  *function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  return *function != nullptr;
}

}  // namespace nacd::v8access
