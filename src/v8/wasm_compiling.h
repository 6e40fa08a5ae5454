// V8 compiles WebAssembly in threads of its own and tells the program when it is done; the loop engine has to know that
// it may. V8 asks a callback before, in every context, also those of node:vm in which runners like jest run tests.
// Needs the public function of V8 that sets this callback, and Node's own callback, both of which Node 20 to 26 export.
#pragma once

namespace nacd::v8access {

// From now on `tell` is called before the current isolate compiles WebAssembly, on its thread. False where that cannot
// be had: then nothing has changed.
bool TellOfCompiling(void (*tell)());

}  // namespace nacd::v8access
