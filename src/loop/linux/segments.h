// Computes how the dynamic linker has protected each page of a loaded object.
#pragma once

#include <link.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nacd::loop {

class Segments {
 public:
  Segments(uintptr_t base, const ElfW(Phdr) * headers, size_t count, uintptr_t page_size);
  // Returns the protection (PROT_...) of the page that `address` is in. RELRO covers whole pages only: the page that it
  // ends in stays writable, since .data begins there (seen with pages of 16 and 64 KiB, on arm64).
  int ProtectionAt(uintptr_t address) const;
  uintptr_t PageOf(uintptr_t address) const { return address & ~(page_size_ - 1); }
  uintptr_t page_size() const { return page_size_; }

 private:
  struct Range {
    uintptr_t begin = 0;
    uintptr_t end = 0;
    int protection = 0;
    bool Has(uintptr_t page) const { return page >= begin && page < end; }
  };

  uintptr_t page_size_;
  std::vector<Range> loaded_;  // whole pages
  Range read_only_;
};

}  // namespace nacd::loop
