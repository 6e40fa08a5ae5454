// V8's own threads, its helpers, optimize code and collect garbage. The program cannot tell when they are done, so
// nobody has to wait for them. The exception is compiling WebAssembly: the program hears when it ends.
#pragma once

namespace nacd::loop {

// Call before WebAssembly is compiled. Any thread.
void BeforeCompiling();
// Call if the code arrives in pieces, as with a response that is still in flight, or if we cannot know when
// compilation happens. From now on the program may notice the helpers' work. Any thread.
void MayCompile();

// Returns whether the program may notice the helpers' work now. Any thread.
bool HelpersAreHeard();

// Call when all threads of the process were asleep at one moment after a call of HelpersAreHeard(), and nothing that a
// helper sent is waiting to be received.
void HelpersHaveRested();

}  // namespace nacd::loop
