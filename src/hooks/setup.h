// Creates an environment's state from the options of the preload.
#pragma once

#include <napi.h>

#include "hooks/environment.h"

namespace nacd::hooks {

// `options`: what lib/options/read.js read, with modelPaths, nodeVersion, traceFile, traceHeader and schedule added.
// `make_glue`: makeGlue of lib/preload/glue/index.js. The result lives until its environment ends. Throws Napi::Error
// with a plain sentence when a model or a schedule is not valid, or the trace can't be written.
Environment* MakeEnvironment(Napi::Object options, Napi::Function make_glue);

}  // namespace nacd::hooks
