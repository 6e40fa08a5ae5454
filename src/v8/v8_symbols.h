// Finds V8's functions by the mangled names under which Node exports them. V8's headers are not used: they would bind
// the addon to one version of Node. All functions named in this folder are there from Node 20 to 26. Each header here
// says what happens where one is missing.
#pragma once

namespace nacd::v8access {

// Returns the symbol that the process exports under the mangled `name`, or null. On Windows always null: there Node's
// compiler mangles names, and passes objects, in another way than ours.
void* SymbolOf(const char* name);

// Returns whether an address lies in a program or library that was loaded from a file. False on Windows.
bool IsInLibrary(const void* address);

// Sets `function` to SymbolOf(name). Returns true if it is there.
template <typename Function>
bool Find(const char* name, Function* function) {
  *function = reinterpret_cast<Function>(SymbolOf(name));
  return *function != nullptr;
}

}  // namespace nacd::v8access
