// Samples V8 as profilers do: works whatever V8 is doing, runs no JavaScript and allocates nothing. By it the
// loop engine knows a wait of V8's own (for a collection, say) from one of the program, and ReturnAddresses reads the
// stack. Node-API gives neither. Needs Isolate::GetStackSample, a public function of V8 that Node 20 to 26 export. The
// result's form has changed between versions: LearnStates() checks it. Where the function is missing or the form is
// another one, there are no addresses and SampledState() is -1.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nacd::v8access {

// The current isolate of the calling thread as V8 has it; null where there is none, or where no look can be taken.
void* SampledIsolate();

// Writes the innermost `limit` return addresses of JavaScript frames to `addresses`. Returns how many there were. On
// the isolate's thread; `isolate` is not null.
size_t SampleStack(void* isolate, uintptr_t* addresses, size_t limit);

// Returns whether an address that SampleStack() wrote is that of a function of JavaScript: of its machine code, or of
// its bytecode. The others are of V8's builtins and of native functions. False where that is not known. Slow.
bool IsJavaScript(void* isolate, uintptr_t address);

// Returns the address of one of V8's functions, which shows where V8 lies in memory; null if there is none.
const void* V8Code();

// Returns the state of V8 on the calling thread, as a number of v8::StateTag; -1 if it is unknown, which it is before
// LearnStates() was called.
int SampledState();

// Checks that a sample has the form that is known here, once a process. Must be called from a native function that
// JavaScript called: then the state of V8 is known.
void LearnStates();

}  // namespace nacd::v8access
