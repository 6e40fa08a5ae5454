// Wraps functions without leaving a frame of nacd-native's JavaScript on the stack. Node looks at the stack's files:
// code called from a file in node_modules gets no deprecation warnings.
#pragma once

#include <napi.h>

namespace nacd::hooks {

// around(original, before, after) => function. The function calls before(...arguments), the original, and
// after(result, ...arguments); before and after may be undefined. If before returns a function, that is called instead
// of the original. Lives as long as the environment.
Napi::Value Around(const Napi::CallbackInfo& info);

}  // namespace nacd::hooks
