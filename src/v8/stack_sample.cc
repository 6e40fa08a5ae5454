#include "v8/stack_sample.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "v8/v8_symbols.h"

namespace nacd::v8access {
namespace {

// V8's v8::RegisterState and v8::SampleInfo. Of the second the first member has always been there; the others have come
// and gone over time, so that LearnStates() looks, and there is room for more.
struct Registers {
  void* pc;
  void* sp;
  void* fp;
  void* lr;
  void* callee_saved;
};
struct Sample {
  size_t count;
  void* entry;
  void* context;
  void* embedder_context;
  uint16_t state;
  uint16_t more[3];
  unsigned char beyond[128];
};

struct SampleCalls {
  void* (*current_isolate)();
  void (*get_stack_sample)(void* isolate, const Registers& state, void** frames, size_t limit, Sample* sample);
  void (*get_code)(void* isolate, void** start, size_t* length);
  void (*get_builtins)(void* isolate, const void** start, size_t* length);
  bool complete;
  bool knows_builtins;
};

SampleCalls FindSampleCalls() {
  SampleCalls v8{};
  v8.complete = Find("_ZN2v87Isolate10GetCurrentEv", &v8.current_isolate) &&
                Find("_ZN2v87Isolate14GetStackSampleERKNS_13RegisterStateEPPvmPNS_10SampleInfoE", &v8.get_stack_sample);
  v8.knows_builtins = Find("_ZN2v87Isolate12GetCodeRangeEPPvPm", &v8.get_code) &&
                      Find("_ZN2v87Isolate20GetEmbeddedCodeRangeEPPKvPm", &v8.get_builtins);
  return v8;
}

const SampleCalls& TheSampleCalls() {
  static const SampleCalls v8 = FindSampleCalls();
  return v8;
}

std::atomic<bool> g_states_known{false};

// v8::StateTag: JavaScript that called out was kept apart until V8 12.
constexpr int kJavaScript = 0;
constexpr int kCalledOut = 6;
constexpr int kUnknown = -1;

void Take(void* isolate, uintptr_t* addresses, size_t limit, Sample* sample) {
  // V8 begins at the frame by which JavaScript called us, and wants of the registers only the bounds of the stack.
  void* here = __builtin_frame_address(0);
  const Registers registers{reinterpret_cast<void*>(&Take), here, here, nullptr, nullptr};
  // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): all of V8's functions are there, or there were no isolate.
  TheSampleCalls().get_stack_sample(isolate, registers, reinterpret_cast<void**>(addresses), limit, sample);
}

}  // namespace

void* SampledIsolate() { return TheSampleCalls().complete ? TheSampleCalls().current_isolate() : nullptr; }

const void* V8Code() { return reinterpret_cast<const void*>(TheSampleCalls().current_isolate); }

size_t SampleStack(void* isolate, uintptr_t* addresses, size_t limit) {
  Sample sample;
  sample.count = 0;
  Take(isolate, addresses, limit, &sample);
  return sample.count;
}

bool IsJavaScript(void* isolate, uintptr_t address) {
  const SampleCalls& v8 = TheSampleCalls();
  if (!v8.knows_builtins) return false;
  const void* builtins = nullptr;
  void* code = nullptr;
  size_t size = 0;
  size_t code_size = 0;
  v8.get_builtins(isolate, &builtins, &size);
  v8.get_code(isolate, &code, &code_size);
  const auto lies_in = [&](const void* start, size_t length) {
    return address - reinterpret_cast<uintptr_t>(start) < length;
  };
  // A copy of the builtins, if V8 has made one, is at the end of the memory for machine code. There is room for more.
  const size_t copy = std::min(code_size, 2 * size);
  if (lies_in(builtins, size) || lies_in(static_cast<char*>(code) + code_size - copy, copy)) return false;
  return !IsInLibrary(reinterpret_cast<void*>(address));
}

int SampledState() {
  if (!g_states_known.load(std::memory_order_acquire)) return kUnknown;
  void* isolate = SampledIsolate();
  if (!isolate) return kUnknown;
  Sample sample;
  sample.count = 0;
  uintptr_t address;
  Take(isolate, &address, 1, &sample);
  return sample.state;
}

void LearnStates() {
  void* isolate = SampledIsolate();
  if (!isolate) return;
  constexpr unsigned char kUntouched = 0xee;
  Sample sample;
  memset(&sample, kUntouched, sizeof sample);
  sample.count = 0;
  uintptr_t address;
  Take(isolate, &address, 1, &sample);
  bool as_known = sample.state == kJavaScript || sample.state == kCalledOut;
  for (const unsigned char byte : sample.beyond) as_known = as_known && byte == kUntouched;
  g_states_known.store(as_known, std::memory_order_release);
}

}  // namespace nacd::v8access
