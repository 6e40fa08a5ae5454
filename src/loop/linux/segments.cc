#include "loop/linux/segments.h"

#include <sys/mman.h>

namespace nacd::loop {
namespace {

int ProtectionOf(ElfW(Word) flags) {
  return (flags & PF_R ? PROT_READ : 0) | (flags & PF_W ? PROT_WRITE : 0) | (flags & PF_X ? PROT_EXEC : 0);
}

}  // namespace

Segments::Segments(uintptr_t base, const ElfW(Phdr) * headers, size_t count, uintptr_t page_size)
    : page_size_(page_size) {
  for (size_t i = 0; i < count; i++) {
    const ElfW(Phdr)& header = headers[i];
    const uintptr_t begin = base + header.p_vaddr;
    const uintptr_t end = begin + header.p_memsz;
    if (header.p_type == PT_LOAD) {
      loaded_.push_back({PageOf(begin), PageOf(end + page_size - 1), ProtectionOf(header.p_flags)});
    } else if (header.p_type == PT_GNU_RELRO) {
      read_only_ = {PageOf(begin), PageOf(end), PROT_READ};
    }
  }
}

int Segments::ProtectionAt(uintptr_t address) const {
  const uintptr_t page = PageOf(address);
  if (read_only_.Has(page)) return read_only_.protection;
  int protection = PROT_READ | PROT_WRITE;
  for (const Range& range : loaded_) {
    if (range.Has(page)) protection = range.protection;
  }
  return protection;
}

}  // namespace nacd::loop
