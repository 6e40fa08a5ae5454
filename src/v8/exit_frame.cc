#include "v8/exit_frame.h"

#include <algorithm>
#include <cstddef>

#include "hot.h"

namespace nacd::hooks {
namespace {

// The part of an isolate in which V8's compiled code finds things by fixed distances; it is larger than that.
constexpr size_t kWords = 16384 / sizeof(uintptr_t);
// Between the frame of the native function that is running and the exit frame are those of Node-API.
constexpr uintptr_t kReach = 4096;
constexpr int kEnough = 16;    // samples that agree
constexpr int kMost = 10000;   // samples, most of which may come from interpreted code
constexpr int kLookEach = 32;  // so many of these without a candidate: a look at all words takes as long as one

bool IsNear(uintptr_t frame) {
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return frame > here && frame - here < kReach && frame % sizeof(uintptr_t) == 0;
}

}  // namespace

NACD_HOT uintptr_t ExitFrame::CompiledCaller(uintptr_t frame) const {
  if (!IsNear(frame)) return 0;
  // On each architecture that is supported: the caller's frame, then the address to return to.
  const uintptr_t caller = reinterpret_cast<const uintptr_t*>(frame)[1];
  return builtins_->Contains(caller) ? 0 : caller;
}

NACD_HOT uintptr_t ExitFrame::Caller() const { return place_ ? CompiledCaller(*place_) : 0; }

void ExitFrame::Learn(const void* isolate, uintptr_t caller) {
  if (place_ || samples_ > kMost) return;
  samples_++;
  if (candidates_.empty()) {
    if (samples_ % kLookEach != 1) return;
    const auto* words = static_cast<const uintptr_t*>(isolate);
    for (size_t i = 0; i < kWords; i++) {
      if (CompiledCaller(words[i]) == caller) candidates_.push_back(words + i);
    }
    return;
  }
  // A sample of interpreted code gives an address in its bytecode: that says nothing.
  const bool compiled = CompiledCaller(*candidates_.front()) != 0;
  const auto disagrees = [&](const uintptr_t* place) { return CompiledCaller(*place) != caller; };
  if (!compiled) return;
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), disagrees), candidates_.end());
  agreed_ = candidates_.empty() ? 0 : agreed_ + 1;
  if (agreed_ >= kEnough && candidates_.size() == 1) place_ = candidates_.front();
}

}  // namespace nacd::hooks
