// Replaces imported functions of the objects loaded into this process, by storing into their GOT slots (ELF, any
// libc). Our own library and the libc that defines the functions are left alone, so our calls still reach libc.
#pragma once

#include <cstddef>
#include <string>

namespace nacd::loop {

struct Replacement {
  const char* name;  // as imported: "epoll_pwait"
  void* function;    // what the slots are made to point at
  size_t slots = 0;  // how many slots hold it now (in all objects)
};

// Returns the replacement of a function of this name.
template <typename F>
Replacement Of(const char* name, F* function) {
  return {name, reinterpret_cast<void*>(function)};
}

// Stores each replacement in every slot of that name, in all objects loaded now. May be called again after a dlopen():
// slots that hold the replacement already are only counted. Returns false and says why when a page can't be written.
// Call from one thread at a time; other threads may call through the slots meanwhile.
bool PatchSlots(Replacement* replacements, size_t count, std::string* error);

// How many objects have been loaded in total; every dlopen() of a new one changes it.
unsigned long long ObjectsLoaded();

}  // namespace nacd::loop
