// Functions that libstdc++ takes from glibc and musl has not, or has in another form. By them a Node.js for musl runs on
// a machine with glibc, so that tests can try the addon for musl. They are in no binary that is published.
#include <link.h>
#include <locale.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

char __libc_single_threaded = 0;

uint32_t arc4random(void) {
  uint32_t value = 0;
  if (getrandom(&value, sizeof value, 0) != sizeof value) abort();
  return value;
}

size_t __strftime_l(char* out, size_t size, const char* format, const struct tm* time, locale_t locale) {
  (void)locale;
  return strftime(out, size, format, time);
}

int __cxa_thread_atexit_impl(void (*function)(void*), void* object, void* library) {
  (void)function, (void)object, (void)library;
  return 0;  // a thread's objects are not destroyed
}

// ---- the one locale: musl's "C", followed by the tables where glibc's structure has them ----

const unsigned short** __ctype_b_loc(void);
const int32_t** __ctype_tolower_loc(void);
const int32_t** __ctype_toupper_loc(void);

static struct {
  const void* musl[6];
  const void* between[7];
  const unsigned short* classes;
  const int32_t* lower;
  const int32_t* upper;
  const char* names[13];
} c_locale;

locale_t __newlocale(int mask, const char* name, locale_t base) {
  (void)mask, (void)name, (void)base;
  c_locale.classes = *__ctype_b_loc();
  c_locale.lower = *__ctype_tolower_loc();
  c_locale.upper = *__ctype_toupper_loc();
  return (locale_t)&c_locale;
}
void __freelocale(locale_t locale) { (void)locale; }
locale_t __duplocale(locale_t locale) { return locale; }

// ---- for libgcc's unwinder ----

struct FoundObject {
  unsigned long long flags;
  void* start;
  void* end;
  struct link_map* map;
  void* unwind;
  unsigned long long reserved[7];
};
struct Search {
  uintptr_t address;
  struct FoundObject* result;
};

static int Look(struct dl_phdr_info* info, size_t size, void* data) {
  (void)size;
  struct Search* search = data;
  uintptr_t start = UINTPTR_MAX, end = 0;
  void* unwind = NULL;
  int is_inside = 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* header = &info->dlpi_phdr[i];
    const uintptr_t from = info->dlpi_addr + header->p_vaddr;
    const uintptr_t to = from + header->p_memsz;
    if (header->p_type == PT_GNU_EH_FRAME) unwind = (void*)from;
    if (header->p_type != PT_LOAD) continue;
    if (from < start) start = from;
    if (to > end) end = to;
    is_inside |= search->address >= from && search->address < to;
  }
  if (!is_inside || !unwind) return 0;
  *search->result = (struct FoundObject){.start = (void*)start, .end = (void*)end, .unwind = unwind};
  return 1;
}

int _dl_find_object(void* address, struct FoundObject* result) {
  struct Search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(Look, &search) == 1 ? 0 : -1;
}

unsigned __cpu_model[4];
int __cpu_indicator_init(void) { return 0; }

// ---- std::string::_M_replace_cold(), which libstdc++ has since gcc 13 ----

#define REPLACE_COLD "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE15_M_replace_coldEPcmPKcmm"
void ReplaceCold(void* self, char* at, size_t old, const char* text, size_t size, size_t rest) __asm__(REPLACE_COLD);
void ReplaceCold(void* self, char* at, size_t old, const char* text, size_t size, size_t rest) {
  (void)self;
  char* copy = malloc(size + 1);  // the text may be a part of the string
  if (!copy) abort();
  memcpy(copy, text, size);
  memmove(at + size, at + old, rest);
  memcpy(at, copy, size);
  free(copy);
}
