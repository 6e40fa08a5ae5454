// Node-API's words, which every file of the hooks uses.
#pragma once

#include "napi/arguments.h"
#include "napi/calls.h"
#include "napi/references.h"
#include "napi/values.h"

namespace nacd::hooks {

using namespace napi;  // NOLINT(google-build-using-namespace)

}  // namespace nacd::hooks
