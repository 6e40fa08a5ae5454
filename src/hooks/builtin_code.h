// Where the machine code of V8's builtins lies: in the program's own text, and in a copy that V8 makes of it near to
// the code it compiles.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nacd::hooks {

class BuiltinCode {
 public:
  // `isolate` as V8 has it. `sample`: an address inside a builtin, as a return address on the stack; 0: none is known.
  void Learn(void* isolate, uintptr_t sample);

  // Whether `address` may be in a builtin or anywhere else in the program's text. True as long as nothing was learned.
  bool Contains(uintptr_t address) const { return !learned_ || text_.Contains(address) || copy_.Contains(address); }

 private:
  struct Range {
    uintptr_t start = 0;
    size_t size = 0;
    bool Contains(uintptr_t address) const { return address - start < size; }
  };

  Range text_;  // of the program, builtins included
  Range copy_;  // of the builtins; empty: there is none
  bool learned_ = false;
};

}  // namespace nacd::hooks
