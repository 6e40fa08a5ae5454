#include "names/pages.h"

#include <windows.h>

namespace nacd::names {

void* TakePages(size_t size, size_t) { return VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE); }

void GivePages(void* pages, size_t) { VirtualFree(pages, 0, MEM_RELEASE); }

}  // namespace nacd::names
