// The objects that the dynamic linker has loaded, by address. dladdr() also looks for the nearest symbol, which takes a
// millisecond in Node's.
#pragma once

#include <cstdint>
#include <string>

namespace nacd::loop {

// A part of memory; empty: none.
struct Range {
  uintptr_t start = 0;
  uintptr_t end = 0;
  bool Contains(uintptr_t address) const { return address >= start && address < end; }
};

// Returns where the loaded object lies that has `address`, a function or a variable.
Range ObjectOf(const void* address);

// Returns the file of that object as it was loaded; empty: there is none, or it is the program itself.
std::string FileOf(const void* address);

}  // namespace nacd::loop
