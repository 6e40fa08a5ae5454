#include "loop/linux/slots.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "loop/linux/segments.h"

namespace nacd::loop {
namespace {

#if defined(__x86_64__)
constexpr uint32_t kRelocations[] = {R_X86_64_JUMP_SLOT, R_X86_64_GLOB_DAT, R_X86_64_64};
#elif defined(__aarch64__)
constexpr uint32_t kRelocations[] = {R_AARCH64_JUMP_SLOT, R_AARCH64_GLOB_DAT, R_AARCH64_ABS64};
#else
#error "src/loop knows x86-64 and arm64 only; binding.gyp must not build it elsewhere"
#endif

// The parts of a loaded object that lead to its slots.
struct Object {
  explicit Object(const dl_phdr_info& info)
      : base(info.dlpi_addr),
        segments(base, info.dlpi_phdr, info.dlpi_phnum, static_cast<uintptr_t>(sysconf(_SC_PAGESIZE))) {}

  uintptr_t base;
  Segments segments;
  const ElfW(Sym) * symbols = nullptr;
  const char* strings = nullptr;
  const ElfW(Rela) * tables[2] = {};
  size_t lengths[2] = {};
};

struct Walk {
  Replacement* replacements;
  size_t count;
  uint64_t initials;       // which letters the names begin with
  uintptr_t untouched[2];  // an address in each object that keeps its slots: ours, and libc
  std::string* error;
};

uint64_t InitialOf(const char* name) { return uint64_t{1} << (static_cast<unsigned char>(*name) & 63); }

// glibc stores run-time addresses in the dynamic section, musl leaves the offsets as they were linked.
uintptr_t Address(uintptr_t base, ElfW(Addr) value) { return value < base ? base + value : value; }

bool ReadDynamic(const ElfW(Dyn) * entry, Object* object) {
  const uintptr_t base = object->base;
  for (; entry->d_tag != DT_NULL; entry++) {
    switch (entry->d_tag) {
      case DT_SYMTAB:
        object->symbols = reinterpret_cast<const ElfW(Sym)*>(Address(base, entry->d_un.d_ptr));
        break;
      case DT_STRTAB:
        object->strings = reinterpret_cast<const char*>(Address(base, entry->d_un.d_ptr));
        break;
      case DT_JMPREL:
        object->tables[0] = reinterpret_cast<const ElfW(Rela)*>(Address(base, entry->d_un.d_ptr));
        break;
      case DT_PLTRELSZ:
        object->lengths[0] = entry->d_un.d_val / sizeof(ElfW(Rela));
        break;
      case DT_RELA:
        object->tables[1] = reinterpret_cast<const ElfW(Rela)*>(Address(base, entry->d_un.d_ptr));
        break;
      case DT_RELASZ:
        object->lengths[1] = entry->d_un.d_val / sizeof(ElfW(Rela));
        break;
      default:
        break;
    }
  }
  return object->symbols && object->strings;
}

// Makes the pages of slots writable, one at a time: most slots of an object are in one. Each page gets back the
// protection that it had.
class WritablePage {
 public:
  WritablePage(const Segments& segments, std::string* error) : segments_(segments), error_(error) {}
  WritablePage(const WritablePage&) = delete;
  WritablePage& operator=(const WritablePage&) = delete;
  ~WritablePage() { Leave(); }

  bool Store(void** slot, void* value) {
    if (!Enter(reinterpret_cast<uintptr_t>(slot))) return false;
    __atomic_store_n(slot, value, __ATOMIC_RELEASE);
    return true;
  }

 private:
  bool Enter(uintptr_t address) {
    const uintptr_t page = segments_.PageOf(address);
    if (page == page_) return true;
    Leave();
    protection_ = segments_.ProtectionAt(address);
    if (!Protect(page, protection_ | PROT_READ | PROT_WRITE)) {
      *error_ = std::string("the page of an import slot cannot be made writable: ") + strerror(errno);
      return false;
    }
    page_ = page;
    return true;
  }

  void Leave() {
    if (page_ != 0 && !(protection_ & PROT_WRITE)) Protect(page_, protection_);
    page_ = 0;
  }

  bool Protect(uintptr_t page, int protection) const {
    return mprotect(reinterpret_cast<void*>(page), segments_.page_size(), protection) == 0;
  }

  const Segments& segments_;
  std::string* error_;
  uintptr_t page_ = 0;
  int protection_ = 0;
};

Replacement* Find(const Walk& walk, const char* name) {
  if (!(walk.initials & InitialOf(name))) return nullptr;
  for (size_t i = 0; i < walk.count; i++) {
    const char* sought = walk.replacements[i].name;
    if (*sought == *name && strcmp(sought, name) == 0) return &walk.replacements[i];
  }
  return nullptr;
}

bool IsSlot(uint32_t type) {
  for (uint32_t known : kRelocations) {
    if (type == known) return true;
  }
  return false;
}

bool PatchTable(const Walk& walk, const Object& object, const ElfW(Rela) * table, size_t length) {
  WritablePage page(object.segments, walk.error);
  for (size_t i = 0; i < length; i++) {
    const auto symbol = ELF64_R_SYM(table[i].r_info);
    if (symbol == 0 || !IsSlot(ELF64_R_TYPE(table[i].r_info))) continue;
    const ElfW(Sym)& entry = object.symbols[symbol];
    if (entry.st_shndx != SHN_UNDEF) continue;  // defined there: not an import
    Replacement* replacement = Find(walk, object.strings + entry.st_name);
    if (!replacement) continue;
    void** slot = reinterpret_cast<void**>(object.base + table[i].r_offset);
    if (*slot != replacement->function && !page.Store(slot, replacement->function)) return false;
    replacement->slots++;
  }
  return true;
}

// The vDSO (which has offsets where others have addresses), the dynamic linker, libc under a sanitizer (which defines
// libc's functions too), and the sanitizers' own libraries.
bool IsSystem(const char* name) {
  for (const char* part : {"linux-vdso", "/ld-", "/libc.so", "/libc.musl", "/libtsan", "/libasan", "/libubsan"}) {
    if (strstr(name, part)) return true;
  }
  return false;
}

int PatchObject(dl_phdr_info* info, size_t, void* data) {
  const Walk& walk = *static_cast<Walk*>(data);
  Object object(*info);
  const ElfW(Dyn)* dynamic = nullptr;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    const uintptr_t begin = object.base + header.p_vaddr;
    if (header.p_type == PT_DYNAMIC) dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
    if (header.p_type != PT_LOAD) continue;
    for (const uintptr_t address : walk.untouched) {
      if (address >= begin && address < begin + header.p_memsz) return 0;
    }
  }
  if (!dynamic) return 0;
  if (IsSystem(info->dlpi_name)) return 0;
  if (!ReadDynamic(dynamic, &object)) return 0;
  for (int i = 0; i < 2; i++) {
    if (object.tables[i] && !PatchTable(walk, object, object.tables[i], object.lengths[i])) return 1;
  }
  return 0;
}

int TakeLoaded(dl_phdr_info* info, size_t, void* data) {
  *static_cast<unsigned long long*>(data) = info->dlpi_adds;
  return 1;
}

}  // namespace

unsigned long long ObjectsLoaded() {
  unsigned long long loaded = 0;
  dl_iterate_phdr(&TakeLoaded, &loaded);
  return loaded;
}

bool PatchSlots(Replacement* replacements, size_t count, std::string* error) {
  uint64_t initials = 0;
  for (size_t i = 0; i < count; i++) {
    replacements[i].slots = 0;
    initials |= InitialOf(replacements[i].name);
  }
  Walk walk{replacements,
            count,
            initials,
            {reinterpret_cast<uintptr_t>(&PatchSlots), reinterpret_cast<uintptr_t>(dlsym(RTLD_DEFAULT, "epoll_ctl"))},
            error};
  return dl_iterate_phdr(&PatchObject, &walk) == 0;
}

}  // namespace nacd::loop
