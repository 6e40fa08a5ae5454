// V8's own threads, its helpers, optimize code and collect garbage. The program cannot tell when they have done so, so
// nobody has to wait for them. The exception is compiling WebAssembly: a program hears of its end.
#pragma once

namespace nacd::loop {

// Before WebAssembly is compiled. Any thread.
void BeforeCompiling();
// Its code is handed over in pieces, as of an answer that is on its way, or it is not known when some is compiled: from
// now on the program may hear of what the helpers do. Any thread.
void MayCompile();

// Returns whether the program may hear of what the helpers do now. Any thread.
bool HelpersAreHeard();

// To be called when all threads of the process slept at one moment after HelpersAreHeard() was called, and nothing that
// a helper has sent waits to be received.
void HelpersHaveRested();

}  // namespace nacd::loop
