// Brings Node-API's helpers into scope for all files of the hooks.
#pragma once

#include "napi/arguments.h"
#include "napi/calls.h"
#include "napi/references.h"
#include "napi/values.h"

namespace nacd::hooks {

using namespace napi;  // NOLINT(google-build-using-namespace)

}  // namespace nacd::hooks
