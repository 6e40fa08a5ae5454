// Where the machine code of V8's builtins lies: in the program's own text, and in copies that V8 maps near to the code
// it compiles.
#pragma once

#include <cstdint>
#include <vector>

namespace nacd::hooks {

class BuiltinCode {
 public:
  // Looks where it lies. `isolate` as V8 has it. Where that can't be told, nothing is known from then on.
  void Learn(void* isolate);

  // Whether `address` may be in a builtin, or elsewhere in the program's text. True as long as nothing is known.
  bool Contains(uintptr_t address) const {
    if (ranges_.empty()) return true;
    for (const Range& range : ranges_) {
      if (address >= range.start && address < range.end) return true;
    }
    return false;
  }

 private:
  struct Range {
    uintptr_t start;
    uintptr_t end;
  };
  std::vector<Range> ranges_;
};

}  // namespace nacd::hooks
