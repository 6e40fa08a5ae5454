// Functions around another that leave no frame of nacd-native's JavaScript on the stack. Node looks at the stack's
// files: code below one that lies in node_modules gets no deprecation warnings.
#pragma once

#include <napi.h>

namespace nacd::hooks {

// around(original, before, after) => function. It calls before(...arguments), the original, and after(result,
// ...arguments); before and after may be undefined. A function that before returns is called in place of the original.
// It lives as long as the environment.
Napi::Value Around(const Napi::CallbackInfo& info);

}  // namespace nacd::hooks
