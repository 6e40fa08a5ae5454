#include "loop/linux/segments.h"

#include <sys/mman.h>

#include <catch2/catch.hpp>

namespace nacd::loop {
namespace {

constexpr uintptr_t kBase = 0x7f0000000000;

// As a linker for pages of 4 KiB lays an object out: RELRO ends and .data begins at 0x21000.
constexpr ElfW(Phdr) kHeaders[] = {
    {.p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_vaddr = 0, .p_memsz = 0xf000},
    {.p_type = PT_LOAD, .p_flags = PF_R | PF_W, .p_vaddr = 0x1f800, .p_memsz = 0x6000},
    {.p_type = PT_GNU_RELRO, .p_flags = PF_R, .p_vaddr = 0x1f800, .p_memsz = 0x1800},
};

Segments With(uintptr_t page_size) { return {kBase, kHeaders, 3, page_size}; }

}  // namespace

TEST_CASE("pages of RELRO are read-only", "[loop]") {
  const Segments segments = With(0x1000);
  CHECK(segments.ProtectionAt(kBase + 0x1f800) == PROT_READ);
  CHECK(segments.ProtectionAt(kBase + 0x20ff8) == PROT_READ);
  CHECK(segments.ProtectionAt(kBase + 0x21000) == (PROT_READ | PROT_WRITE));
  CHECK(segments.ProtectionAt(kBase + 0x100) == (PROT_READ | PROT_EXEC));
}

TEST_CASE("the page that RELRO ends in stays writable: .data begins there", "[loop]") {
  for (const uintptr_t page_size : {0x4000, 0x10000}) {
    const Segments segments = With(page_size);
    CHECK(segments.ProtectionAt(kBase + 0x20ff8) == (PROT_READ | PROT_WRITE));
    CHECK(segments.ProtectionAt(kBase + 0x21010) == (PROT_READ | PROT_WRITE));
  }
  CHECK(With(0x4000).ProtectionAt(kBase + 0x1f800) == PROT_READ);
  CHECK(With(0x10000).ProtectionAt(kBase + 0x1f800) == PROT_READ);
}

TEST_CASE("an address is in the page that begins before it", "[loop]") {
  CHECK(With(0x4000).PageOf(kBase + 0x20ff8) == kBase + 0x20000);
  CHECK(With(0x1000).PageOf(kBase + 0x20ff8) == kBase + 0x20000);
}

}  // namespace nacd::loop
