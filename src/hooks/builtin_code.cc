#include "hooks/builtin_code.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>

namespace nacd::hooks {
namespace {

using GetEmbeddedCodeRange = void (*)(void* isolate, const void** start, size_t* size);

constexpr uintptr_t kPage = 4096;
constexpr size_t kCompared = 64;  // bytes right before a return address: no two calls have the same

// Finds where the bytes that end at `address`, in a copy of [start, start + size) that begins at a page as that does,
// come from. Returns how far into it that is, or `size` where nothing fits, or more than one place does.
size_t OffsetInCopy(uintptr_t start, size_t size, uintptr_t address) {
  const auto* copied = reinterpret_cast<const char*>(address - kCompared);
  size_t found = size;
  for (size_t at = (address - kCompared - start) % kPage; at + kCompared <= size; at += kPage) {
    if (memcmp(reinterpret_cast<const char*>(start + at), copied, kCompared) != 0) continue;
    if (found != size) return size;
    found = at;
  }
  return found == size ? size : found + kCompared;
}

}  // namespace

void BuiltinCode::Learn(void* isolate, uintptr_t sample) {
  const auto get_range =
      reinterpret_cast<GetEmbeddedCodeRange>(dlsym(RTLD_DEFAULT, "_ZN2v87Isolate20GetEmbeddedCodeRangeEPPKvPm"));
  if (!get_range || sample == 0) return;
  const void* embedded = nullptr;
  size_t size = 0;
  get_range(isolate, &embedded, &size);
  const auto start = reinterpret_cast<uintptr_t>(embedded);
  struct Text {
    uintptr_t inside;
    Range found;
  } text{start, {}};
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        auto* wanted = static_cast<Text*>(data);
        for (int i = 0; i < info->dlpi_phnum; i++) {
          const auto& segment = info->dlpi_phdr[i];
          const Range range{info->dlpi_addr + segment.p_vaddr, segment.p_memsz};
          if (segment.p_type == PT_LOAD && range.Contains(wanted->inside)) wanted->found = range;
        }
        return wanted->found.size != 0 ? 1 : 0;
      },
      &text);
  if (text.found.size == 0) return;
  text_ = text.found;
  if (!text_.Contains(sample)) {
    const size_t offset = OffsetInCopy(start, size, sample);
    if (offset == size) return;
    copy_ = {sample - offset, size};
  }
  learned_ = true;
}

}  // namespace nacd::hooks
