#include "v8/frame_pointers.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "hot.h"

namespace nacd::v8access {
namespace {

struct Frame {
  const Frame* caller;
  uintptr_t return_address;
};

uintptr_t AddressOf(const Frame* frame) { return reinterpret_cast<uintptr_t>(frame); }

// Returns the end of the mapped memory that `address` lies in, 0 where that is not known. A line begins with its
// bounds: "7ffd1c5e3000-7ffd1c604000 rw-p ...".
uintptr_t EndOfMemory(uintptr_t address) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    uintptr_t start = 0;
    uintptr_t end = 0;
    char dash = 0;
    std::istringstream bounds(line);
    if (bounds >> std::hex >> start >> dash >> end && start <= address && address < end) return end;
  }
  return 0;
}

}  // namespace

FramePointers::FramePointers() {
#if defined(__x86_64__) || defined(__aarch64__)
  const Frame here{};
  end_ = EndOfMemory(AddressOf(&here));
#endif
}

NACD_HOT void FramePointers::BeginAt(void* frame) {
  next_ = frame;
  before_ = 0;
  size_ = 0;
  hash_ = 0xcbf29ce484222325ULL;
}

NACD_HOT uint64_t FramePointers::Read(size_t count) {
  const auto* frame = static_cast<const Frame*>(next_);
  const uintptr_t last = end_ == 0 ? 0 : end_ - sizeof(Frame);
  uintptr_t before = before_;
  uint64_t hash = hash_;
  size_t size = size_;
  // The stack grows down: a caller's frame is above, and aligned as all are.
  for (; size < count; frame = frame->caller) {
    const uintptr_t address = AddressOf(frame);
    if (address <= before || address % alignof(Frame) != 0 || address > last) break;
    before = address;
    addresses_[size++] = frame->return_address;
    hash = (hash ^ frame->return_address) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 29;
  }
  next_ = frame;
  before_ = before;
  hash_ = hash;
  size_ = size;
  return size == 0 ? 0 : hash | 1;
}

size_t FramePointers::Covers(const uintptr_t* sampled, size_t size) const {
  size_t at = 0;
  for (size_t i = 0; i < size; i++) {
    while (at < size_ && addresses_[at] != sampled[i]) at++;
    if (at == size_) return 0;
    at++;
  }
  return at;
}

}  // namespace nacd::v8access
