// The objects that the dynamic linker has loaded, by address. (dladdr() also looks for the nearest symbol, which takes
// a millisecond in Node's.)
#pragma once

#include <cstdint>
#include <string>

namespace nacd::loop {

// A range of memory; may be empty.
struct Range {
  uintptr_t start = 0;
  uintptr_t end = 0;
  bool Contains(uintptr_t address) const { return address >= start && address < end; }
};

// Returns the range of the loaded object that contains `address`, a function or a variable.
Range ObjectOf(const void* address);

// An addon has neither libuv's code nor Node's, though it may start threads of its own, by pthread_once as well.
bool IsOfLibuv(const void* code);
// True if `code` belongs to libuv, c-ares or Node itself. Any thread.
bool IsOfNode(const void* code);

// Returns the file from which that object was loaded; empty if there is none, or if it is the program itself.
std::string FileOf(const void* address);

}  // namespace nacd::loop
