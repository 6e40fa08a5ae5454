#include "names/pages.h"

#include <sys/mman.h>

#include <memory>

namespace nacd::names {

void* TakePages(size_t size, size_t large) {
  void* pages = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED) return nullptr;
#ifdef MADV_HUGEPAGE
  size_t left = size;
  void* aligned = pages;
  if (std::align(large, large, aligned, left)) madvise(aligned, left / large * large, MADV_HUGEPAGE);
#else
  (void)large;
#endif
  return pages;
}

void GivePages(void* pages, size_t size) { munmap(pages, size); }

}  // namespace nacd::names
